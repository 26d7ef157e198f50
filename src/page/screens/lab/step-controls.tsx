// How a run is trained, besides straight through: one step and no more, or in slow motion, with a button that leads
// from stage to stage. Small, below the one button of the Lab; what features link to stands beside it.
import { Button, Switch } from '@radix-ui/themes';
import { ArrowRight, Pause, StepForward } from 'lucide-react';
import { useId } from 'react';
import { Place } from '../../features';
import { isWithin, keepsItsKeys, useKeys } from '../../parts/use-keys';
import { pause, stepOnce } from '../../stores/lab-actions';
import { nextStage, setMotion, useMotion } from '../../stores/motion-store';
import type { RunView } from '../../stores/run-view';
import { setupFaults, useSetup } from '../../stores/setup-store';
import { useTrainer } from '../../stores/trainer-store';
import { useRefused, useUnfitModel } from './can-train';

export function StepControls({ run }: { readonly run: RunView | undefined }) {
  const id = useId();
  const slow = useMotion() === 'slow';
  const available = useTrainer(({ adapter }) => adapter?.available === true);
  const training = useTrainer(({ live, opened }) => live?.status === 'running' && opened === undefined);
  const pausing = useTrainer(({ wish }) => wish === 'pausing');
  const possible = useSteppable(run);
  useKeys((event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() !== 's' || isWithin(event.target, keepsItsKeys) || !possible) return;
    event.preventDefault();
    void stepOnce();
  });
  return (
    <div className="step-controls row gap-3 size-1">
      {training && slow ? (
        <Button size="1" variant="ghost" disabled={pausing} onClick={() => void pause()}>
          <Pause size={12} aria-hidden /> {pausing ? 'Pausing…' : 'Pause'}
        </Button>
      ) : (
        available && (
          <Button
            size="1"
            variant="ghost"
            disabled={!possible}
            title="Trains one step and pauses (S)"
            aria-keyshortcuts="s"
            onClick={() => void stepOnce()}
          >
            <StepForward size={12} aria-hidden /> Step once
          </Button>
        )
      )}
      {available && (
        <span className="row gap-1" title="A step’s stages one at a time: play, judge, learn, save">
          <Switch id={id} size="1" checked={slow} onCheckedChange={(on) => void setMotion(on ? 'slow' : 'usual')} />
          <label htmlFor={id}>Slow motion</label>
        </span>
      )}
      <Place name="labLinks" />
    </div>
  );
}

/** Whether there is a step to be trained now: of a run that rests, or of a setup that can be begun. */
function useSteppable(run: RunView | undefined): boolean {
  const ready = useTrainer(
    ({ adapter, wish, live }) => adapter?.available === true && !wish && live?.status !== 'running',
  );
  const faulty = useSetup((state) => setupFaults(state).length > 0);
  const unfit = useUnfitModel();
  const refused = useRefused();
  if (!ready) return false;
  return run ? run.status !== 'finished' && !run.recorded : !faulty && !unfit && !refused;
}

/** Of a run in slow motion: Space and Enter go on as well, wherever nothing else takes them. */
export function NextStage() {
  const waits = useTrainer(({ waiting }) => waiting !== undefined);
  useKeys((event) => {
    if (event.defaultPrevented || event.repeat || (event.key !== ' ' && event.key !== 'Enter')) return;
    if (isWithin(event.target, `${keepsItsKeys}, a, button, [role="slider"], [role="switch"]`)) return;
    event.preventDefault();
    void nextStage();
  });
  return (
    <Button
      size="3"
      className="headline-button"
      aria-disabled={!waits}
      title="On to the next stage (Space or Enter)"
      onClick={() => void nextStage()}
    >
      Next <ArrowRight size={18} aria-hidden />
    </Button>
  );
}
