// The base model of the next run: the one that ships, or one that was loaded and is kept in this browser. Below it, folded, how to
// load another: by its name on the hub, or from files dropped here.
import { Button, IconButton, Progress, Select, TextField } from '@radix-ui/themes';
import { ChevronRight, FolderOpen, Trash2, X } from 'lucide-react';
import { type DragEvent, type FormEvent, useId, useState } from 'react';
import { bytes, sentence } from '../../../page/parts/format';
import { droppedFiles, pickedFiles } from '../../../page/screens/lab/dropped-files';
import { chooseModel, useSetup } from '../../../page/stores/setup-store';
import type { ModelProgress, ModelSummary } from '../../../run/trainer-api';
import { cancelLoading, loadModel, removeModel, useModels } from './models-store';
import './model-part.css';

const shipped = 'sprout';

export function ModelPart() {
  const id = useId();
  const kept = useModels((state) => state.kept);
  const chosen = useSetup((state) => state.model?.model) ?? shipped;
  const loading = useModels((state) => state.loading);
  const fault = useModels((state) => state.fault);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(''); // kept here, so that a name that failed can be mended
  const known = chosen === shipped || kept.some(({ name }) => name === chosen);
  const choose = (name: string) => {
    const model = kept.find((one) => one.name === name);
    chooseModel(model && { model: model.name, wording: model.wording });
  };
  return (
    <div className="model">
      <div className="model-choice">
        <label htmlFor={id}>Model</label>
        <Select.Root value={chosen} onValueChange={choose}>
          <Select.Trigger id={id} className="model-button" />
          <Select.Content>
            <Select.Item value={shipped}>Sprout (ships with this page)</Select.Item>
            {kept.map(({ name, bytes: size }) => (
              <Select.Item key={name} value={name}>
                {name} ({bytes(size)})
              </Select.Item>
            ))}
            {!known && (
              <Select.Item value={chosen} disabled>
                {chosen} (not kept here)
              </Select.Item>
            )}
          </Select.Content>
        </Select.Root>
      </div>
      <button type="button" className="setup-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={15} aria-hidden /> Load another model
      </button>
      {open && !loading && <Loader name={wanted} setName={setWanted} />}
      {loading && <LoadingModel name={loading.name} cancelling={loading.cancelling ?? false} progress={loading.progress} />}
      {fault && (
        <p className="setup-fault" role="alert">
          {fault} – the model chosen before stays.
        </p>
      )}
      {open && kept.length > 0 && <KeptModels kept={kept} />}
    </div>
  );
}

function Loader({ name, setName }: { readonly name: string; readonly setName: (name: string) => void }) {
  const [over, setOver] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void loadModel({ kind: 'hub', name: name.trim() });
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = await droppedFiles(event.dataTransfer);
    if (dropped) void loadModel({ kind: 'files', ...dropped });
  };
  return (
    <div className="model-loader">
      <form onSubmit={submit}>
        <TextField.Root
          size="2"
          aria-label="Name of the model on the Hugging Face hub"
          placeholder="HuggingFaceTB/SmolLM2-135M-Instruct"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" size="2" variant="soft" disabled={name.trim() === ''}>
          Load
        </Button>
      </form>
      <section
        className="model-drop"
        aria-label="Files of a model"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <p>
          <FolderOpen size={15} aria-hidden /> Or drop a model’s folder or .gguf file here.
        </p>
        <div>
          <FilePick words="Choose files" />
          <FilePick words="Choose a folder" folder />
        </div>
      </section>
      <p className="quiet">
        Llama, Qwen2 and Qwen3 models up to about a billion parameters. From the hub only the model is fetched; nothing is sent
        there.
      </p>
    </div>
  );
}

function FilePick({ words, folder }: { readonly words: string; readonly folder?: true }) {
  return (
    <label className="model-pick">
      {words}
      <input
        type="file"
        className="visually-hidden"
        multiple
        {...(folder ? { webkitdirectory: '' } : { accept: '.gguf,.json,.safetensors,.jinja' })}
        onChange={(event) => {
          const picked = pickedFiles([...(event.target.files ?? [])]);
          event.target.value = '';
          if (picked) void loadModel({ kind: 'files', ...picked });
        }}
      />
    </label>
  );
}

interface LoadingProps {
  readonly name: string;
  readonly cancelling: boolean;
  readonly progress?: ModelProgress | undefined;
}

function LoadingModel({ name, cancelling, progress }: LoadingProps) {
  const { stage = 'look-up', done = 0, total = 0, fits } = progress ?? {};
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
  return (
    <div className="model-loading" role="status">
      <p>
        <strong>{name}</strong>{' '}
        {stage === 'look-up'
          ? 'is being looked at'
          : stage === 'check'
            ? 'is being verified'
            : `${bytes(done)} of ${bytes(total)}`}
      </p>
      <Progress size="2" value={percent} aria-label={`Loading ${name}`} />
      {fits && <p className="quiet">{sentence(fits)}</p>}
      <Button size="1" variant="soft" color="gray" disabled={cancelling} onClick={() => void cancelLoading()}>
        <X size={13} aria-hidden /> {cancelling ? 'Stopping…' : 'Cancel'}
      </Button>
    </div>
  );
}

function KeptModels({ kept }: { readonly kept: readonly ModelSummary[] }) {
  return (
    <ul className="model-kept" aria-label="Models kept in this browser">
      {kept.map(({ name, bytes: size }) => (
        <li key={name}>
          <span title={name}>{name}</span>
          <span className="quiet">{bytes(size)}</span>
          <IconButton size="1" variant="ghost" color="gray" aria-label={`Delete ${name}`} onClick={() => void removeModel(name)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
