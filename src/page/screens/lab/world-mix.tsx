// Several worlds in one run: what part of the problems each has, and the settings of those beside the first. Every step
// and every evaluation plays each of them in its share.
import { DropdownMenu } from '@radix-ui/themes';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { fits } from '../../../learning/agents/team';
import { usualSettings } from '../../../learning/config/build';
import { type RunConfig, trainingKnobs } from '../../../learning/config/run-config';
import { type NamedWorld, problemsOf, worldsOf } from '../../../learning/config/worlds';
import { Dismiss } from '../../parts/act';
import { Fault } from '../../parts/fault';
import { Fold } from '../../parts/fold';
import { fixed, percent } from '../../parts/format';
import { NumberField } from '../../parts/number-field';
import { worldTitle } from '../../parts/world-titles';
import { addWorld, changeMoveBudget, changeWorld, removeWorld, teamOf } from '../../stores/setup-store';
import { missingInWords, missingWords, useVocabulary } from '../../stores/vocabulary-store';
import { environmentById } from '../../stores/worlds';
import { KnobField } from './knob-field';
import { useListedWorlds } from './listed-worlds';
import './world-mix.css';

export function WorldMix({ config }: { readonly config: RunConfig }) {
  const worlds = config.worlds.length > 1 ? worldsOf(config) : [];
  return (
    <div className="grid gap-1">
      {worlds.length > 0 && (
        <ul className="world-mix grid gap-1 outdent" aria-label="Worlds of this run and their shares">
          {worlds.map((world, index) => (
            <MixRow key={world.name} config={config} world={world} worlds={worlds} index={index} />
          ))}
        </ul>
      )}
      <AddWorld config={config} />
      {worlds.length > 0 && <PerStep config={config} />}
    </div>
  );
}

/** Which worlds may come beside the first: those that the team plays. */
function AddWorld({ config }: { readonly config: RunConfig }) {
  const listed = useListedWorlds();
  const team = teamOf(config);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <button type="button" className="row start nowrap size-1 accent gap-1">
          <Plus size={12} aria-hidden /> {config.worlds.length > 1 ? 'Another world' : 'Mix in another world'}
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        {listed.map(({ card }) => {
          const played = fits(team, card);
          return (
            <DropdownMenu.Item key={card.id} disabled={!played} onSelect={() => addWorld(card.id)}>
              {card.name}
              {!played && <span className="choice-but quiet size-1 block">not played by this team</span>}
            </DropdownMenu.Item>
          );
        })}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface MixRowProps {
  readonly config: RunConfig;
  readonly world: NamedWorld;
  readonly worlds: readonly NamedWorld[];
  readonly index: number;
}

function MixRow({ config, world, worlds, index }: MixRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const tokenizer = useVocabulary();
  const { card } = environmentById(world.environment, config.definitions);
  const whole = worlds.reduce((sum, { share }) => sum + share, 0);
  const knobs = Object.entries(card.knobs);
  const usual = usualSettings(config.preset, world.environment, config.definitions);
  const name = worldTitle(world, worlds, card);
  const hasMoves = card.form !== 'text';
  const usualBudget = config.settings.moveBudget;
  const { environmentSettings } = world;
  const missing = index === 0 ? [] : missingWords(tokenizer, { ...config, ...world, team: teamOf(config) });
  const set = (knob: string, value: string | number | boolean) =>
    changeWorld(index, { environmentSettings: { ...environmentSettings, [knob]: value } });
  return (
    <li>
      <div className="world-mix-row grid">
        {index > 0 && (knobs.length > 0 || hasMoves) ? (
          <Fold open={open} onOpen={setOpen}>
            {name}
          </Fold>
        ) : (
          <span className="size-2">{name}</span>
        )}
        <label className="visually-hidden" htmlFor={id}>
          Share of {name}
        </label>
        <NumberField
          id={id}
          size="1"
          aria-invalid={!(world.share > 0)}
          value={world.share}
          onChange={(share) => changeWorld(index, { share })}
        />
        <span className="note right">{Number.isFinite(world.share / whole) ? percent(world.share / whole) : '–'}</span>
        {index > 0 ? <Dismiss label={`Take ${name} out`} onClick={() => removeWorld(index)} /> : <span />}
      </div>
      {open &&
        knobs.map(([knob, knobCard]) => (
          <KnobField
            key={knob}
            name={knob}
            card={knobCard}
            value={environmentSettings[knob] ?? usual[knob] ?? knobCard.default}
            usual={usual[knob]}
            onChange={(value) => set(knob, value)}
            onReset={() => set(knob, usual[knob] ?? knobCard.default)}
          />
        ))}
      {open && hasMoves && (
        <KnobField
          name="moveBudget"
          card={trainingKnobs.moveBudget}
          value={world.moveBudget}
          usual={usualBudget}
          onChange={(value) => changeMoveBudget(index, value === usualBudget ? undefined : Number(value))}
          onReset={() => changeMoveBudget(index, undefined)}
        />
      )}
      {missing.length > 0 && <Fault>{missingInWords(missing)}.</Fault>}
    </li>
  );
}

/** What the shares come to; what cannot be split so is said below the settings. */
function PerStep({ config }: { readonly config: RunConfig }) {
  const { worldsPerStep, curriculum } = config.settings;
  try {
    const counts = problemsOf(config, worldsPerStep).map(({ count }) => fixed(count, 0));
    return (
      <p className="note">
        {counts.join(' + ')} of the {worldsPerStep} problems of a step
        {curriculum === 'success' ? ' until the first validation, then more of what is solved about half the time' : ''}
        .
      </p>
    );
  } catch {
    return null;
  }
}
