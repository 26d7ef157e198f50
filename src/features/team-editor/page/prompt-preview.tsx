// What a role would be asked on a real problem of the world in Setup: the filled-in prompt, how many tokens it takes,
// and what the model that ships could not write of it.
import { SegmentedControl } from '@radix-ui/themes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { tokensOf } from '../../../contract/patches';
import type { Role, Wording } from '../../../learning/agents/role';
import { faultsOfSpec, teamFrom } from '../../../learning/agents/team-spec';
import { listed, unknownWords } from '../../../learning/agents/writable';
import { firstWorld } from '../../../learning/config/worlds';
import { worldSeed } from '../../../learning/environments/splits';
import { Act } from '../../../page/parts/act';
import { Board } from '../../../page/parts/board';
import { PromptText } from '../../../page/parts/prompt-text';
import { configFrom, type OwnTeam, useSetup } from '../../../page/stores/setup-store';
import { useVocabulary } from '../../../page/stores/vocabulary-store';
import { environmentById, useWorldsOf } from '../../../page/stores/worlds';
import { previewView } from './preview-view';
import { promptParts } from './prompt-parts';

interface PromptPreviewProps {
  readonly draft: OwnTeam;
  readonly index: number;
  readonly wording: Wording;
}

export function PromptPreview({ draft, index, wording }: PromptPreviewProps) {
  const setup = useSetup((state) => state);
  const config = useMemo(() => configFrom(setup), [setup]);
  const [number, setNumber] = useState(1);
  const [turn, setTurn] = useState(1);
  useWorldsOf(config);
  const { environment: id, environmentSettings } = firstWorld(config);
  const environment = environmentById(id, config.definitions);
  const { moveBudget } = config.settings;
  const role = usePreviewed(draft, index);
  const problem = useMemo(() => {
    try {
      return { state: environment.start(worldSeed('train', number - 1), environmentSettings) };
    } catch {
      return undefined; // such problems cannot be drawn: Setup says why
    }
  }, [environment, environmentSettings, number]);
  if (!problem) return <p className="quiet">No {environment.card.problem} can be drawn with the settings in Setup.</p>;
  const { state } = problem;
  const view = previewView({ environment, state, spec: draft.spec, index, turn, moveBudget });
  return (
    <div className="team-preview grid gap-3 slim start full">
      <div className="row wrap">
        <h3>
          On {environment.card.name}, {environment.card.problem} {number}
        </h3>
        <Act
          name={`The ${environment.card.problem} before`}
          Icon={ChevronLeft}
          disabled={number === 1}
          onClick={() => setNumber(number - 1)}
        />
        <Act name={`The next ${environment.card.problem}`} Icon={ChevronRight} onClick={() => setNumber(number + 1)} />
        <SegmentedControl.Root
          size="1"
          aria-label="Turn"
          value={String(turn)}
          onValueChange={(value) => setTurn(Number(value))}
        >
          <SegmentedControl.Item value="1">first turn</SegmentedControl.Item>
          <SegmentedControl.Item value="2">stuck</SegmentedControl.Item>
        </SegmentedControl.Root>
      </div>
      <Board
        picture={environment.picture(view.state)}
        look={environment.card}
        size={96}
        label="the board it is asked about"
      />
      {role ? (
        role.passes?.(view) ? (
          <p className="quiet">It passes this turn: nothing is asked.</p>
        ) : wording === 'compact' ? (
          <CompactPrompt
            text={role.prompt(view)}
            longest={role.maxTokens(moveBudget * environment.wording.symbolsPerMove)}
          />
        ) : (
          <InstructPrompt messages={role.instruct.ask(view, moveBudget)} />
        )
      ) : (
        <p className="quiet">What is wrong with the role has to be mended first.</p>
      )}
      {view.earlier.length > 0 && (
        <p className="quiet">
          Those before it answer here as the world’s own solver would: {view.earlier.map(({ text }) => text).join('; ')}
          .
        </p>
      )}
    </div>
  );
}

function Prompt({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <section className="team-prompt scroll panel ink mono size-1 break card pad-3 pre" tabIndex={0} aria-label={label}>
      <PromptText text={text} />
    </section>
  );
}

function CompactPrompt({ text, longest }: { readonly text: string; readonly longest: number }) {
  const tokenizer = useVocabulary();
  const missing = tokenizer ? [...new Set(unknownWords(tokenizer, text))] : [];
  return (
    <>
      <Prompt label="The prompt" text={text} />
      <p className="quiet" role="status">
        {tokenizer ? <b>{tokensOf(tokenizer.encode(text))} tokens</b> : 'Counting…'} of the model that ships, its answer
        at most {longest}
        {missing.length > 0 && <span className="bad block">It has no tokens for {listed(missing)}.</span>}
      </p>
    </>
  );
}

function InstructPrompt({ messages }: { readonly messages: ReturnType<Role['instruct']['ask']> }) {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return (
    <>
      {promptParts(messages).map(({ label, text }) => (
        <Prompt key={label} label={label} text={text} />
      ))}
      <p className="quiet" role="status">
        <b>{characters} characters</b>, in the chat format of the model that is asked
      </p>
    </>
  );
}

/** The role as it would be asked; undefined while something is wrong with the team. */
function usePreviewed({ spec }: OwnTeam, index: number): Role | undefined {
  return useMemo(() => {
    if (faultsOfSpec(spec).some(({ role }) => role === index)) return undefined;
    try {
      return teamFrom(spec).roles[index];
    } catch {
      return undefined;
    }
  }, [spec, index]);
}
