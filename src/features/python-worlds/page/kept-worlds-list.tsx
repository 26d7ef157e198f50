// The Python worlds that this browser keeps: what they are, and what can be done with them.
import { Button } from '@radix-ui/themes';
import { Download, FlaskConical } from 'lucide-react';
import { useEffect } from 'react';
import type { WorldModule } from '../../../learning/catalogue';
import { Act } from '../../../page/parts/act';
import { bytes } from '../../../page/parts/format';
import { type StoredItem, StoredList } from '../../../page/parts/stored-list';
import { handOver } from '../../../page/stores/exported';
import { dropPythonWorld, takeToLab } from './keep-worlds';
import { readPythonWorlds, usePythonWorlds } from './kept-worlds';

export function KeptWorlds() {
  const kept = usePythonWorlds((state) => state.kept);
  useEffect(() => void readPythonWorlds(), []);
  return (
    <>
      <h2 id="python-worlds-kept">Made</h2>
      {kept.length === 0 ? (
        <p className="quiet">Nothing yet. A world that was made stands here, and among the worlds in Setup.</p>
      ) : (
        <StoredList label="Python worlds, newest first" items={kept.map(itemOf)} />
      )}
    </>
  );
}

function itemOf(world: WorldModule): StoredItem {
  const { card, source } = world;
  const download = () => handOver({ fileName: `${card.id.replace('python/', '')}.world.json`, bytes: source });
  return {
    key: card.id,
    name: card.name,
    about: `${card.sentence} ${bytes(source.length)}`,
    acts: (
      <>
        <Button size="1" variant="soft" onClick={() => void takeToLab(world)}>
          <FlaskConical size={13} aria-hidden /> Use in the Lab
        </Button>
        <Act name={`Export ${card.name}`} Icon={Download} variant="ghost" onClick={download} />
      </>
    ),
    remove: () => void dropPythonWorld(world),
  };
}
