// The stops about the play: what a role was shown, what it answered, and how the game went on.
import { Button, Dialog } from '@radix-ui/themes';
import { ArrowRight } from 'lucide-react';
import { cardOf, teamOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { isProposal } from '../../../learning/rollouts/term-names';
import type { GroupRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../../page/parts/board';
import { figuresInWords } from '../../../page/parts/figures';
import { fixed } from '../../../page/parts/format';
import { Predicted } from '../../../page/parts/prediction';
import { PromptText } from '../../../page/parts/prompt-text';
import { roleStyle, roleVariable } from '../../../page/parts/roles';
import { formatRoute } from '../../../page/stores/route';
import { Said, Times } from './answer';
import { answersPrediction, nameOf, trunkPrediction } from './predictions';
import type { StopProps } from './stop';
import { flatGroups, promptLines } from './tour';

/** The keyboard must reach what scrolls. */
const scrolls = { tabIndex: 0 } as const;

export function StateStop({ run, tour: { world, asked } }: StopProps) {
  const card = cardOf(world.environment, run.config.definitions);
  const role = roleOf(run.config, asked.role);
  return (
    <>
      <p>
        The team’s task: {lowered(figuresInWords(card.sentence, card))} It is turn {asked.turn}, and the{' '}
        <b>{roleStyle(asked.role).label.toLowerCase()}</b> is asked. Its part:{' '}
        {lowered(figuresInWords(role.meaning, card))}
      </p>
      <div className="slow-step-beside" data-text={card.form === 'text' || undefined}>
        <figure className="stack gap-1 slim">
          <Board picture={asked.seen ?? asked.before} look={card} size={150} label="The state" />
          <figcaption className="note">{asked.seen ? 'what its player sees' : 'the state, as we see it'}</figcaption>
        </figure>
        <figure className="stack gap-1 slim" style={roleVariable(asked.role)}>
          <Prompt group={asked} />
          <figcaption className="note">
            what the role is shown, its prompt: {asked.promptTokens} tokens and nothing else. It writes on where they
            end.
          </figcaption>
        </figure>
      </div>
    </>
  );
}

/** What the role is and does, as far as the team is known. */
function roleOf(config: RunConfig, id: string): { readonly meaning: string } {
  try {
    return teamOf(config).roles.find((role) => role.id === id) ?? { meaning: roleStyle(id).does };
  } catch {
    return { meaning: roleStyle(id).does };
  }
}

function Prompt({ group, earlier }: { readonly group: GroupRecord; readonly earlier?: GroupRecord }) {
  return (
    <pre className="slow-step-prompt scroll mono break size-1 pad-2 pre" {...scrolls}>
      {promptLines(group.prompt, earlier?.prompt).map(({ text, isNew }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are named by their place
        <span key={index} className="block" data-new={isNew || undefined}>
          <PromptText text={text || ' '} />
        </span>
      ))}
    </pre>
  );
}

export function AnswersStop({ run, tour, guesses, onGuess }: StopProps) {
  const { world, asked, answers } = tour;
  const card = cardOf(world.environment, run.config.definitions);
  const { length } = asked.branches;
  return (
    <>
      <p>
        The role does not pick an answer, it <b>samples</b> one: token by token, drawn by the probabilities it gives
        them. Here that was done <b>K = {length} times from the same prompt</b>.
      </p>
      <Predicted prediction={answersPrediction(tour)} guesses={guesses} onGuess={onGuess}>
        {answers.length < length && <p className="quiet size-1">Equal answers are counted together.</p>}
        <ul className="slow-step-answers">
          {answers.map((answer) => (
            <li key={answer.number} className="row gap-3 top">
              {card.form !== 'text' && (
                <Board picture={answer.record.after} look={card} size={72} label={`after ${nameOf(answer)}`} />
              )}
              <div className="stack gap-1 fill">
                <b>{nameOf(answer)}</b>
                <div>
                  <Said record={answer.record} />
                </div>
                <Times answer={answer} of={length} />
              </div>
            </li>
          ))}
        </ul>
        {asked.branches.some(isProposal) && (
          <p className="quiet size-1">
            The boards are previews: a program is tried on a copy, and the next role decides what is really done.
          </p>
        )}
      </Predicted>
    </>
  );
}

export function PartnerStop({ run, tour, guesses, onGuess }: StopProps) {
  const { asked, trunk, next, world, at, tree } = tour;
  const card = cardOf(world.environment, run.config.definitions);
  const branch = asked.branches[asked.trunk] ?? trunk.record;
  const proposal = isProposal(branch);
  const place = { runId: run.id, step: tree.step, ...at, branch: asked.trunk };
  return (
    <>
      <p>
        Each of the {asked.branches.length} answers is a branch. {asked.dropped ? '' : 'All of them teach, but the '}
        {asked.dropped ? 'The ' : ''}game can go on with only one of them, the <b>trunk</b>; the others end here.
      </p>
      <Predicted prediction={trunkPrediction(tour, run.config.settings)} guesses={guesses} onGuess={onGuess}>
        <div className="slow-step-boards">
          <figure className="stack gap-1 slim">
            <Board picture={asked.before} look={card} size={110} label="before" />
            <figcaption className="note">before</figcaption>
          </figure>
          <ArrowRight size={16} aria-hidden className="rigid" />
          <figure className="stack gap-1 slim">
            <Board picture={branch.after} look={card} size={110} label="after the trunk" solved={branch.solved} />
            <figcaption className="note">
              {proposal ? 'what its program would do' : branch.solved ? 'after it: solved' : 'after it'}
            </figcaption>
          </figure>
        </div>
        {next ? (
          <Next {...{ run, tour, next, proposal }} />
        ) : (
          <p>Nobody was asked after it: the game ended here{world.solved ? ', solved' : ''}.</p>
        )}
        <p className="row wrap">
          This was one of the {flatGroups(tree).groups} groups of this step that are kept. All that train make up its
          update together.
          <Dialog.Close>
            <Button variant="ghost" asChild>
              <a href={formatRoute({ screen: 'rollouts', ...place })}>See this one in the tree</a>
            </Button>
          </Dialog.Close>
        </p>
      </Predicted>
    </>
  );
}

interface NextProps extends Pick<StopProps, 'run' | 'tour'> {
  readonly next: GroupRecord;
  readonly proposal: boolean;
}

/** What the partner was shown, and what it made of it. */
function Next({ run, tour: { asked, world }, next, proposal }: NextProps) {
  const card = cardOf(world.environment, run.config.definitions);
  const answer = next.branches[next.trunk];
  const partner = next.role === asked.role ? 'the same role' : `the ${roleStyle(next.role).label.toLowerCase()}`;
  const when = next.turn === asked.turn ? 'in the same turn' : `in turn ${next.turn}`;
  const blind = next.turn === asked.turn && teamOrder(run.config) === 'parallel';
  return (
    <>
      <p>
        Then <b>{partner}</b> is asked, {when}.{' '}
        {blind
          ? 'The roles of this team answer at once, so it saw nothing of that answer.'
          : proposal
            ? 'It is shown the proposal and what it would come to; what is new to it is marked.'
            : 'It is shown what has become of the state; what is new is marked.'}
      </p>
      <div
        className="slow-step-beside"
        data-board-last
        data-text={card.form === 'text' || undefined}
        style={roleVariable(next.role)}
      >
        <div className="stack gap-1 slim">
          <Prompt group={next} earlier={asked} />
          {answer && (
            <div>
              <span className="quiet size-1">Of its {next.branches.length} answers, the game went on with</span>
              <div>
                <Said record={answer} />
              </div>
              <span className="quiet size-1">reward {fixed(answer.reward, 2)}</span>
            </div>
          )}
        </div>
        {answer && (
          <figure className="stack gap-1 slim">
            <Board picture={answer.after} look={card} size={150} label="after its answer" solved={answer.solved} />
            <figcaption className="note">after its answer{answer.solved && ': solved'}</figcaption>
          </figure>
        )}
      </div>
      {next.role !== asked.role && (
        <p>
          So what one role learns changes what the other is shown: that is how they learn to work together. Each of them
          is compared only with its own answers.
        </p>
      )}
    </>
  );
}

function teamOrder(config: RunConfig): 'sequential' | 'parallel' | undefined {
  try {
    return teamOf(config).order;
  } catch {
    return undefined;
  }
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
