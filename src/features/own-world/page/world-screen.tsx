// Your own world: its module on the left, what the check found on the right. A checked world is kept under its name,
// and used in the lab.
import { Button, DropdownMenu } from '@radix-ui/themes';
import { BookOpen, Check, ChevronDown, Download, FlaskConical, FolderOpen, Save, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFileChoice } from '../../../page/parts/file-choice';
import { useFileDrop } from '../../../page/parts/file-drop';
import { handOver } from '../../../page/stores/exported';
import { putAway } from '../../../page/stores/lab-actions';
import { notify } from '../../../page/stores/notices-store';
import { navigate } from '../../../page/stores/route';
import { chooseEnvironment } from '../../../page/stores/setup-store';
import { prepareWorlds } from '../../../page/stores/worlds';
import { exampleWorld } from '../worker/world-check-client';
import { CodeEditor } from './code-editor';
import {
  dropWorld,
  editWorld,
  isUnsaved,
  keepWorld,
  mostBytes,
  openWorldText,
  ownWorldsStore,
  readOwnWorlds,
  useOwnWorlds,
} from './own-worlds-store';
import { useCheck } from './use-check';
import './world.css';
import { EditorBar } from '../../../page/parts/editor-bar';
import { Fault } from '../../../page/parts/fault';
import { Tutorial } from './tutorial';
import { ReportOfWorld } from './world-report';

export function WorldScreen() {
  const draft = useOwnWorlds((state) => state.draft);
  const kept = useOwnWorlds((state) => state.kept);
  const unsaved = useOwnWorlds(isUnsaved);
  const { state, check, cancel } = useCheck();
  const [refused, setRefused] = useState<string>();
  const [reading, setReading] = useState(false);
  useEffect(() => {
    void readOwnWorlds();
    if (ownWorldsStore.getState().draft === undefined) openWorldText(exampleWorld);
  }, []);
  useEffect(() => {
    if (!unsaved) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [unsaved]);

  const text = draft ?? '';
  const current = state.kind === 'done' && state.source === text;
  const world = current ? state.report.world : undefined;
  const keptHere = kept.find(({ source }) => source === text);
  const open = async (given: File) => {
    setRefused(undefined);
    if (!/\.m?js$/i.test(given.name)) return setRefused(`${given.name} is no module: take a file that ends in .js`);
    if (given.size > mostBytes)
      return setRefused(`${given.name} has ${given.size} bytes, a world has at most ${mostBytes}`);
    openWorldText(await given.text());
  };
  const file = useFileChoice({
    accept: '.js,.mjs,text/javascript',
    label: 'A world’s module',
    onChoice: (given) => void open(given),
  });
  const drop = useFileDrop(([given]) => void open(given), { first: true });
  const use = async () => {
    if (!world) return;
    await prepareWorlds([world.module]);
    chooseEnvironment(world.module.card.id);
    putAway();
    navigate({ screen: 'lab' });
    notify({ text: `“${world.module.card.name}” is the world of the next run.` });
  };
  return (
    <div className="stack gap-0 fill size-2" {...drop}>
      <EditorBar
        title="Your own world"
        acts={
          <>
            <Button variant={world ? 'soft' : 'solid'} disabled={state.kind === 'checking'} onClick={() => check(text)}>
              <Check size={15} aria-hidden /> Check
            </Button>
            <Button disabled={!world} onClick={() => void use()}>
              <FlaskConical size={15} aria-hidden /> Use in the lab
            </Button>
            <Button
              variant="soft"
              disabled={!world || keptHere !== undefined}
              onClick={() => world && void keepWorld(world.module)}
            >
              <Save size={15} aria-hidden /> {keptHere ? 'Saved' : 'Save'}
            </Button>
            <Button variant="soft" color="gray" onClick={() => download(text, world?.module.card.name)}>
              <Download size={15} aria-hidden /> Export
            </Button>
            {keptHere && (
              <Button variant="soft" color="gray" onClick={() => void dropWorld(keptHere.card.id)}>
                <Trash2 size={15} aria-hidden /> Delete
              </Button>
            )}
          </>
        }
        faults={refused && <Fault>{refused}. Nothing was changed.</Fault>}
      >
        <DropdownMenu.Root>
          <DropdownMenu.Trigger>
            <Button variant="surface" color="gray">
              Open <ChevronDown size={14} aria-hidden />
            </Button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content>
            {kept.length > 0 && <DropdownMenu.Label>Kept in this browser</DropdownMenu.Label>}
            {kept.map(({ card: { id, name }, source }) => (
              <DropdownMenu.Item key={id} onSelect={() => openWorldText(source)}>
                {name}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Label>Begin with</DropdownMenu.Label>
            <DropdownMenu.Item onSelect={() => openWorldText(exampleWorld)}>
              The example, a penguin on ice
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={file.choose}>
              <FolderOpen size={14} aria-hidden /> A file …
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Root>
        {file.input}
        <Button variant="ghost" aria-pressed={reading} onClick={() => setReading(!reading)}>
          <BookOpen size={14} aria-hidden /> Tutorial
        </Button>
      </EditorBar>
      <div className="columns world-columns fill">
        <section className="scroll" aria-label="Module">
          <CodeEditor text={text} label="The world’s module" onChange={editWorld} />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="stack gap-3 pad-4 panel scroll" aria-label="Report" tabIndex={0}>
          <h2>Report</h2>
          <ReportOfWorld state={state} current={current} onCancel={cancel} />
          {reading && <Tutorial />}
        </section>
      </div>
    </div>
  );
}

function download(text: string, name = 'my world'): void {
  const fileName = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.world.js`;
  handOver({ fileName, bytes: text });
}
