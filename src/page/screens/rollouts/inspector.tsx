// Everything about one answer, in the order it came to be: what the role saw, what it answered, what came of it, what
// that earned, how it compares, and what continued. Sentences and formulas are made in reading.ts.
import { Badge, IconButton, Tooltip } from '@radix-ui/themes';
import { Pin } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { TrainingSettings } from '../../../learning/config/run-config';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { counted, fixed } from '../../parts/format';
import { GlossaryButton } from '../../parts/glossary-list';
import type { PictureWords } from '../../parts/picture-words';
import { PromptText } from '../../parts/prompt-text';
import { roleStyle, roleVariable } from '../../parts/roles';
import { Term } from '../../parts/term';
import { AdvantagePicture, AdvantageView } from './advantage-view';
import { Followed } from './followed';
import { answererInWords } from './followed-reading';
import { marksOf, rewardParts, signsInWords, trunkInWords, visible } from './reading';
import { RewardBar } from './reward-bar';
import type { Selection } from './selection';
import { TokenText } from './token-text';
import { placeInWords } from './way-reading';
import './inspector.css';

interface InspectorProps {
  readonly tree: StepTree;
  readonly world: number;
  readonly group: number;
  readonly branch: number;
  readonly settings: TrainingSettings;
  readonly pinned: boolean;
  readonly onPin: () => void;
  /** Of the tree's picture. */
  readonly words: PictureWords;
  /** What stands on the world's boards, where the prompt is in compact words. */
  readonly symbols?: EnvironmentCard['symbols'] | undefined;
  /** Where another answer can be put in the place of the trunk's. */
  readonly whatIf?: WhatIfHere | undefined;
}

export type WhatIfHere = (at: Selection) => ReactNode;

/** A long text scrolls: the keyboard must reach it, and ↑ ↓ are then its own. */
const scrolls = { tabIndex: 0, 'data-own-keys': true } as const;
const markColors = { solved: 'jade', excess: 'amber', unreadable: 'red', 'cut-off': 'amber' } as const;

export const Inspector = memo(function Inspector({
  tree,
  settings,
  words,
  pinned,
  onPin,
  symbols = {},
  whatIf,
  ...at
}: InspectorProps) {
  const group = tree.worlds[at.world]?.groups[at.group];
  const branch = group?.branches[at.branch];
  if (!group || !branch) return <p className="quiet pad-4">Choose an answer in the tree.</p>;
  const role = roleStyle(group.role);
  const signs = signsInWords(group.prompt, symbols);
  return (
    <div className="inspector stack gap-3 pad-4" style={roleVariable(group.role)}>
      <header className="top between flex">
        <div>
          <h2 className="row">
            <span className="rollouts-role-dot" aria-hidden />
            <span>
              {role.label.replace(/ role$/, '')} <Term id="role">role</Term>, <Term id="turn">turn</Term> {group.turn}
              {placeInWords(group) !== '' && `, ${placeInWords(group)}`}
            </span>
          </h2>
          <span className="quiet">
            <Term id="branch">branch</Term> {at.branch + 1} of {group.branches.length} · <Term id="policy">policy</Term>{' '}
            {group.policy}
          </span>
        </div>
        <Tooltip content={pinned ? 'Pinned: the pointer changes nothing here (Enter)' : 'Pin this answer (Enter)'}>
          <IconButton
            size="1"
            variant={pinned ? 'solid' : 'soft'}
            color={pinned ? undefined : 'gray'}
            aria-label="Pin"
            aria-pressed={pinned}
            onClick={onPin}
          >
            <Pin size={13} />
          </IconButton>
        </Tooltip>
      </header>
      <div className="wrap flex">
        {group.trunk === at.branch && (
          <Badge color="gray" highContrast variant="solid">
            <Term id="trunk">trunk</Term>
          </Badge>
        )}
        {marksOf(branch).map((mark) => (
          <Badge key={mark.kind} color={markColors[mark.kind]}>
            {mark.label}
          </Badge>
        ))}
        {group.dropped && (
          <Badge color="gray">
            {group.dropped === 'flat' ? <Term id="flat">flat group</Term> : `${group.dropped} group`}
          </Badge>
        )}
      </div>

      <Part name="Saw" aside={counted(group.promptTokens, 'tokens')}>
        <pre className="rollouts-prompt scroll mono break size-1 pad-2 pre" {...scrolls}>
          {group.prompt.split('\n').map((line, index, lines) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are named by their place
            <span key={index}>
              <PromptText text={line} written={visible} />
              {index < lines.length - 1 && <i>↵{'\n'}</i>}
            </span>
          ))}
        </pre>
        {signs !== '' && <p className="quiet size-1">{signs}</p>}
      </Part>
      <Part name="Answered" aside={counted(branch.token_T.length, 'tokens')}>
        <TokenText group={group} branch={branch} />
      </Part>
      {branch.programOutput !== undefined && (
        <Part name="Program’s output">
          <pre className="rollouts-prompt scroll mono break size-1 pad-2 pre" {...scrolls}>
            {branch.programOutput}
          </pre>
        </Part>
      )}
      {branch.followed && branch.followed.length > 0 && (
        <Part name={answererInWords(branch.followed)} aside={counted(branch.followed.length, 'plays')}>
          <Followed group={group} branch={branch} />
        </Part>
      )}
      <Part name="Earned" aside={<b>{fixed(branch.reward, 2)}</b>}>
        <RewardBar parts={rewardParts(branch, settings)} />
      </Part>
      <Part
        name="Compared"
        aside={<AdvantagePicture tree={tree} group={group} branch={at.branch} settings={settings} words={words} />}
      >
        <AdvantageView tree={tree} group={group} branch={at.branch} settings={settings} />
      </Part>
      <Part name="Continued">
        <p>{trunkInWords(group, settings.pickRule)}</p>
      </Part>
      {whatIf && (
        <div className="unprinted">
          <Part name="What if?">{whatIf(at)}</Part>
        </div>
      )}
      <GlossaryButton />
    </div>
  );
});

function Part({
  name,
  aside,
  children,
}: {
  readonly name: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="stack gap-1" data-part={name}>
      <h3 className="flex between size-1">
        {name} {aside !== undefined && <span className="quiet">{aside}</span>}
      </h3>
      {children}
    </section>
  );
}
