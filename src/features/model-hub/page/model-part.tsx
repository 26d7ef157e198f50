// The base model of the next run: the one that ships, or one that was loaded and is kept in this browser. Below it,
// folded, how to load another: by its name on the hub, or from files dropped here.

import { Button, TextField } from '@radix-ui/themes';
import { FolderOpen } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { isOnHub } from '../../../learning/config/setup-address';
import { roomsModel, shippedModel } from '../../../learning/config/shipped-models';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { useFileChoice } from '../../../page/parts/file-choice';
import { useFileDrop } from '../../../page/parts/file-drop';
import { Fold } from '../../../page/parts/fold';
import { bytes } from '../../../page/parts/format';
import { StoredList } from '../../../page/parts/stored-list';
import { useMissingModel } from '../../../page/screens/lab/can-train';
import { droppedFiles, pickedFiles } from '../../../page/screens/lab/dropped-files';
import { chooseModel, configFrom, useSetup } from '../../../page/stores/setup-store';
import { KnownModels } from './known-models';
import { LoadingModel } from './loading-model';
import { loadModel, removeModel, useModels } from './models-store';

export function ModelPart() {
  const id = useId();
  const kept = useModels((state) => state.kept);
  const chosen = useSetup((state) => configFrom(state).model);
  const loading = useModels((state) => state.loading);
  const fault = useModels((state) => state.fault);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(''); // kept here, so that a name that failed can be mended
  const missing = useMissingModel();
  const choose = (name: string) => {
    const model = kept.find((one) => one.name === name);
    chooseModel(model ? { model: model.name, wording: model.wording } : { model: name, wording: 'compact' });
  };
  const options = [
    { id: shippedModel, name: 'Sprout (ships with this page)' },
    { id: roomsModel, name: 'Sprout, larger rooms (ships too)' },
    ...kept.map(({ name, bytes: size }) => ({ id: name, name: `${name} (${bytes(size)})` })),
    ...(missing === undefined ? [] : [{ id: missing, name: `${missing} (not here yet)`, off: true }]),
  ];
  return (
    <div className="grid gap-1">
      <div className="row gap-3 size-2">
        <label htmlFor={id}>Model</label>
        <div className="grid grow slim">
          <Choose id={id} value={chosen} options={options} onChoose={choose} />
        </div>
      </div>
      {missing !== undefined && !loading && (
        <Fault
          role="status"
          mild
          title={`${missing} is not here yet.`}
          actions={
            isOnHub(missing) && (
              <div className="row">
                <Button size="1" onClick={() => void loadModel({ kind: 'hub', name: missing })}>
                  Load it
                </Button>
              </div>
            )
          }
        >
          {isOnHub(missing)
            ? 'It is fetched once, from the Hugging Face hub, and kept in this browser; whether it fits this GPU is told first.'
            : 'Load it again from its file, or choose another.'}
        </Fault>
      )}
      <div className="outdent">
        <Fold open={open} onOpen={setOpen}>
          Load another model
        </Fold>
      </div>
      {open && !loading && <Loader name={wanted} setName={setWanted} />}
      <LoadingModel />
      {fault && <Fault>{fault} – the model chosen before stays.</Fault>}
      {open && kept.length > 0 && (
        <StoredList
          label="Models kept in this browser"
          items={kept.map(({ name, bytes: size }) => ({
            key: name,
            name,
            about: bytes(size),
            remove: () => void removeModel(name),
          }))}
        />
      )}
    </div>
  );
}

function Loader({ name, setName }: { readonly name: string; readonly setName: (name: string) => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void loadModel({ kind: 'hub', name: name.trim() });
  };
  const drop = useFileDrop((_, from) => {
    void droppedFiles(from).then((dropped) => dropped && loadModel({ kind: 'files', ...dropped }));
  });
  const load = (files: readonly File[]) => {
    const picked = pickedFiles(files);
    if (picked) void loadModel({ kind: 'files', ...picked });
  };
  const some = useFileChoice({
    accept: '.gguf,.json,.safetensors,.jinja',
    label: 'Files of a model',
    multiple: true,
    onChoice: (_, all) => load(all),
  });
  const folder = useFileChoice({
    accept: '',
    label: 'A model’s folder',
    multiple: true,
    folder: true,
    onChoice: (_, all) => load(all),
  });
  return (
    <div className="grid">
      <form className="row" onSubmit={submit}>
        <TextField.Root
          className="grow"
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
      <section className="card grid pad-3" style={{ borderStyle: 'dashed' }} aria-label="Files of a model" {...drop}>
        <p>
          <FolderOpen size={15} aria-hidden /> Or drop a model’s folder or .gguf file here.
        </p>
        <div className="flex wrap">
          <Button size="1" variant="soft" color="gray" onClick={some.choose}>
            Choose files
          </Button>
          {some.input}
          <Button size="1" variant="soft" color="gray" onClick={folder.choose}>
            Choose a folder
          </Button>
          {folder.input}
        </div>
      </section>
      <KnownModels onChoose={setName} />
      <p className="note">
        Llama, Qwen2 and Qwen3 models up to about a billion parameters. From the hub only the model is fetched; nothing
        is sent there.
      </p>
    </div>
  );
}
