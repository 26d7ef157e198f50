// What it brings: success on unseen problems with its interval and the reference lines, rewards per role, turns; the
// engine folded.
import { Suspense } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import { CopyLinks } from '../../parts/copy-link';
import { measuredOn } from '../../parts/format';
import { PresentButton } from '../../parts/present';
import { reachOf } from '../../stores/copied-links';
import { isEmbedded } from '../../stores/links';
import type { RunView } from '../../stores/run-view';
import { configFrom, useSetup } from '../../stores/setup-store';
import { linkOfSetup } from '../../stores/shared-setup';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import './curves.css';
import { ReferenceSwitch, useReference } from './reference';
import { CurvesDrawn } from './run-parts';
import { useRecordedOnShow } from './use-recorded';

export function Curves() {
  const own = useTrainer(shownRun);
  const recorded = useRecordedOnShow();
  const reference = useReference(own);
  const setup = useSetup((state) => state);
  const run = own ?? recorded?.run.view;
  const config = run?.config ?? configFrom(setup);
  const card = cardOf(firstWorld(config).environment, config.definitions);
  const opens = recorded
    ? `of the recorded run, read at step ${recorded.tree.step}; a click shows another`
    : 'a step opens its tree of rollouts';
  return (
    <>
      <header className="row gap-3">
        <h2 id="curves-title">Curves</h2>
        <p className="quiet fill">{run && run.reports.length > 0 ? opens : ''}</p>
        {reference && <ReferenceSwitch />}
        {own && !isEmbedded() && <LinkToRun run={own} />}
        <PresentButton />
      </header>
      {run && run.reports.length + (run.references ? 1 : 0) > 0 ? (
        <Suspense fallback={null}>
          <CurvesDrawn run={run} card={card} recorded={recorded} ghost={reference?.shown} />
        </Suspense>
      ) : (
        <Waiting card={card} started={run !== undefined} />
      )}
    </>
  );
}

function LinkToRun({ run: { id, name, recorded, config } }: { readonly run: RunView }) {
  const route = { screen: 'lab', runId: id } as const;
  const link = { to: 'this run', route, ...reachOf(recorded, route) };
  return <CopyLinks links={[link, linkOfSetup(config)]} framed={`Curves of ${name}`} />;
}

function Waiting({ card, started }: { readonly card: EnvironmentCard; readonly started: boolean }) {
  return (
    <div className="centre">
      <svg viewBox="0 0 400 180" aria-hidden width="70%" style={{ maxWidth: 400 }} fill="none" strokeLinecap="round">
        <path stroke="var(--gray-a6)" strokeWidth={1.5} strokeDasharray="4 5" d="M0 18H400M0 152H400" />
        <path stroke="var(--accent-8)" strokeWidth={3} opacity={0.55} d="M6 150C70 146 100 128 150 88S260 30 394 26" />
      </svg>
      <p className="quiet">
        {started
          ? `First the team is measured on ${measuredOn(card)} as it is; the curves start there.`
          : `Here you will see how far success on ${card.sameProblems ? `the ${card.problem}s` : `${card.problem}s the team has never seen`} climbs from the untrained team’s line towards the solver’s.`}
      </p>
      {!started && (
        <ol className="curves-how gap-3 after-3" aria-label="How a step goes">
          <li>
            <b className="block">Play</b> From each board a role tries several answers: branches of a tree.
          </li>
          <li>
            <b className="block">Reward</b> Each is carried out on a copy of the {card.problem} and earns a reward.
          </li>
          <li>
            <b className="block">Learn</b> Answers better than their siblings become likelier; the best goes on.
          </li>
        </ol>
      )}
    </div>
  );
}
