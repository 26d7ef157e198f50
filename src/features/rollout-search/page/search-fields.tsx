// What can be asked of the rollouts beside a text: of each thing one choice, or a range.
import { Choose, type Option, optionsOf } from '../../../page/parts/choose';
import { NumberField } from '../../../page/parts/number-field';
import { roleStyle } from '../../../page/parts/roles';
import { groupKinds, outcomes, passings, places, type Range, type RolloutQuery, reasons } from '../shared/query';
import type { Facets } from '../shared/rollout-index';

interface SearchFieldsProps {
  readonly query: RolloutQuery;
  readonly facets: Facets | undefined;
  readonly ask: (changed: Partial<RolloutQuery>) => void;
}

export function SearchFields({ query, facets, ask }: SearchFieldsProps) {
  const roles = facets?.roles.map((role) => ({ id: role, name: roleStyle(role).label })) ?? [];
  const terms = facets?.terms.map((term) => ({ id: term, name: term })) ?? [];
  const turns = Array.from({ length: facets?.turns ?? 0 }, (_, turn) => ({
    id: String(turn + 1),
    name: `turn ${turn + 1}`,
  }));
  return (
    <>
      <Any
        name="Where"
        all="anywhere"
        value={query.place}
        options={optionsOf(places).slice(1)}
        ask={(place) => ask({ place })}
      />
      <Any name="Role" all="all roles" value={query.role} options={roles} ask={(role) => ask({ role })} />
      <Any
        name="Turn"
        all="all turns"
        value={query.turn === undefined ? undefined : String(query.turn)}
        options={turns}
        ask={(turn) => ask({ turn: turn === undefined ? undefined : Number(turn) })}
      />
      <Any
        name="Fell short"
        all="well formed or not"
        value={query.reason}
        options={optionsOf(reasons)}
        ask={(reason) => ask({ reason })}
      />
      <Any
        name="Groups"
        all="all groups"
        value={query.group}
        options={optionsOf(groupKinds)}
        ask={(group) => ask({ group })}
      />
      <Any
        name="Outcome"
        all="solved or not"
        value={query.outcome}
        options={optionsOf(outcomes)}
        ask={(outcome) => ask({ outcome })}
      />
      {(facets?.passings || query.passing) && (
        <Any
          name="Last role"
          all="any use of the proposal"
          value={query.passing}
          options={optionsOf(passings)}
          ask={(passing) => ask({ passing })}
        />
      )}
      <Ends name="Step" value={query.step} ask={(step) => ask({ step })} />
      <Ends name="Advantage" value={query.advantage} ask={(advantage) => ask({ advantage })} />
      <Ends name="Reward" value={query.reward} ask={(reward) => ask({ reward })} />
      <Any
        name="Term"
        all="no term"
        value={query.term}
        options={terms}
        ask={(term) => ask({ term, ...(term === undefined ? { termRange: undefined } : {}) })}
      />
      {query.term !== undefined && (
        <Ends name={query.term} value={query.termRange} ask={(termRange) => ask({ termRange })} />
      )}
    </>
  );
}

interface AnyProps<Id extends string> {
  readonly name: string;
  /** What it is called when nothing is chosen. */
  readonly all: string;
  readonly value: Id | undefined;
  readonly options: readonly Option<Id>[];
  readonly ask: (chosen: Id | undefined) => void;
}

const nothing = '*';

function Any<Id extends string>({ name, all, value, options, ask }: AnyProps<Id>) {
  return (
    <Choose<Id | typeof nothing>
      aria-label={name}
      value={value ?? nothing}
      options={[{ id: nothing, name: all }, ...options]}
      onChoose={(id) => ask(id === nothing ? undefined : id)}
    />
  );
}

interface EndsProps {
  readonly name: string;
  readonly value: Range | undefined;
  readonly ask: (range: Range | undefined) => void;
}

/** From one number on, below another; either may be left open. */
function Ends({ name, value, ask }: EndsProps) {
  const finite = (end: number | undefined) => (end !== undefined && Number.isFinite(end) ? end : undefined);
  const changed = (low: number | undefined, high: number | undefined) =>
    ask(
      low === undefined && high === undefined
        ? undefined
        : { low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY },
    );
  const [low, high] = [finite(value?.low), finite(value?.high)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: two fields of a search are no form's set
    <span className="search-ends row gap-1" role="group" aria-label={name}>
      <span className="quiet size-1">{name}</span>
      <NumberField
        size="2"
        open="least"
        aria-label={`${name} from`}
        value={low}
        onChange={(next) => changed(next, high)}
      />
      <span className="quiet" aria-hidden>
        –
      </span>
      <NumberField
        size="2"
        open="most"
        aria-label={`${name} to`}
        value={high}
        onChange={(next) => changed(low, next)}
      />
    </span>
  );
}
