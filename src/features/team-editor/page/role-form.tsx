// One role: who it is, what it answers, what it sees, how it is asked in either wording, how its answers are sampled.
import { Checkbox, SegmentedControl, Tabs } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { hiddenBecause, type PassRule, passRules, type RoleSpec } from '../../../learning/agents/team-spec';
import { type Sight, sights } from '../../../learning/agents/template-fields';
import { Choose, optionsOf } from '../../../page/parts/choose';
import { Field, Line } from '../../../page/parts/field';
import { NumberField } from '../../../page/parts/number-field';
import { roleVariable } from '../../../page/parts/roles';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { PromptPreview } from './prompt-preview';
import { RoleSampling } from './role-sampling';
import { withRole } from './team-draft';
import { TemplateField } from './template-field';

interface RoleFormProps {
  readonly draft: OwnTeam;
  readonly index: number;
  readonly role: RoleSpec;
  readonly faultAt: (field: string) => string | undefined;
  readonly onChange: (draft: OwnTeam) => void;
}

interface WordsLineProps {
  readonly label: string;
  readonly fault: string | undefined;
  readonly words: readonly string[];
  readonly onChange: (words: string[]) => void;
}

/** Words in one line; what is typed stays as it is, a space at its end too. */
function WordsLine({ words, onChange, ...line }: WordsLineProps) {
  const [typed, setTyped] = useState(words.join(' '));
  return (
    <Line
      {...line}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onChange(next.split(/\s+/).filter((word) => word !== ''));
      }}
    />
  );
}

export function RoleForm({ draft, index, role, faultAt, onChange }: RoleFormProps) {
  const [wording, setWording] = useState<'compact' | 'instruct'>('compact');
  const change = (next: Partial<RoleSpec>) => onChange(withRole(draft, index, next));
  const { instruct } = role;
  return (
    <section
      className="team-role-form stack scroll gap-4 pad-4"
      aria-label={`Role ${index + 1}: ${role.name}`}
      style={roleVariable(role.id)}
    >
      <div className="tiles">
        <Line label="Name" fault={faultAt('name')} value={role.name} onChange={(name) => change({ name })} />
        <Line label="Id" fault={faultAt('id')} value={role.id} onChange={(id) => change({ id })} />
        <Line
          label="What it does"
          fault={faultAt('meaning')}
          value={role.meaning}
          onChange={(meaning) => change({ meaning })}
        />
        <Choice
          label="Its answer is"
          value={role.answers}
          choices={{
            program: 'a program that proposes',
            action: 'the moves that are made',
            word: 'a word that the graph reads',
          }}
          onChoose={(answers) =>
            change(answers === 'word' ? { answers, words: role.words ?? ['yes', 'no'] } : { answers })
          }
        />
        {role.answers === 'program' && (
          <Choice
            label="Programs are"
            value={role.language}
            choices={{ calls: 'the world’s own calls', javascript: 'JavaScript', python: 'Python' }}
            onChoose={(language) => change({ language })}
          />
        )}
        {role.answers === 'word' && (
          <>
            <WordsLine
              label="It may say (words, a space between)"
              fault={faultAt('words')}
              words={role.words ?? []}
              onChange={(words) => change({ words })}
            />
            <WordsLine
              label="Of a verdict: these take the draft"
              fault={faultAt('accepts')}
              words={role.accepts ?? []}
              onChange={(accepts) => change({ accepts })}
            />
          </>
        )}
        <Choice
          label="It passes its turn"
          value={role.passes}
          choices={passRules}
          onChoose={(passes: PassRule) => change({ passes })}
        />
      </div>
      <Sees draft={draft} index={index} role={role} onChange={(sees) => change({ sees })} />
      <Tabs.Root value={wording} onValueChange={(value) => setWording(value === 'instruct' ? 'instruct' : 'compact')}>
        <Tabs.List>
          <Tabs.Trigger value="compact">Compact prompt</Tabs.Trigger>
          <Tabs.Trigger value="instruct">In full words</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value={wording} className="team-wording">
          <div className="grid gap-3 start full">
            {wording === 'compact' ? (
              <>
                <p className="note">For the model that ships: a few dozen tokens, in words it has read.</p>
                <TemplateField
                  label="Compact prompt"
                  wording="compact"
                  value={role.compact}
                  fault={faultAt('compact')}
                  rows={9}
                  onChange={(compact) => change({ compact })}
                />
              </>
            ) : (
              <>
                <p className="note">For language models with a chat format of their own.</p>
                <TemplateField
                  label="System text"
                  wording="instruct"
                  value={instruct.system}
                  fault={faultAt('instruct.system')}
                  rows={9}
                  onChange={(system) => change({ instruct: { ...instruct, system } })}
                />
                <TemplateField
                  label="Question"
                  wording="instruct"
                  value={instruct.user}
                  fault={faultAt('instruct.user')}
                  rows={5}
                  onChange={(user) => change({ instruct: { ...instruct, user } })}
                />
              </>
            )}
            <Longest
              key={wording}
              value={role.longest[wording]}
              fault={faultAt(`longest.${wording}`)}
              onChange={(longest) => change({ longest: { ...role.longest, [wording]: longest } })}
            />
          </div>
          <PromptPreview key={wording} draft={draft} index={index} wording={wording} />
        </Tabs.Content>
      </Tabs.Root>
      <RoleSampling draft={draft} role={role} onChange={onChange} />
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly choices: Readonly<Record<Name, string>>;
  readonly onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ label, value, choices, onChoose }: ChoiceProps<Name>) {
  return (
    <Field label={label}>
      {(shared) => <Choose {...shared} value={value} options={optionsOf(choices)} onChoose={onChoose} />}
    </Field>
  );
}

interface SeesProps {
  readonly draft: OwnTeam;
  readonly index: number;
  readonly role: RoleSpec;
  readonly onChange: (sees: RoleSpec['sees']) => void;
}

function Sees({ draft, index, role, onChange }: SeesProps) {
  const id = useId();
  return (
    <fieldset className="tiles">
      <legend className="strong">It sees</legend>
      {(Object.keys(sights) as Sight[]).map((sight) => {
        const hidden = hiddenBecause(draft.spec, index, sight);
        const on = role.sees.includes(sight);
        return (
          <label key={sight} className="note flex" htmlFor={`${id}-${sight}`}>
            <Checkbox
              id={`${id}-${sight}`}
              checked={on}
              onCheckedChange={() => onChange(on ? role.sees.filter((one) => one !== sight) : [...role.sees, sight])}
            />
            <span>
              <b>{sight}</b> {sights[sight]}
              {on && hidden !== undefined && <span className="warn"> – never there: {hidden}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface LongestProps {
  readonly value: number | 'moves';
  readonly fault: string | undefined;
  readonly onChange: (value: number | 'moves') => void;
}

/** A number, or as long as the moves of a turn are. */
function Longest({ value, fault, onChange }: LongestProps) {
  const label = 'Longest answer, in tokens';
  return (
    <div className="row wrap gap-3">
      <SegmentedControl.Root
        size="1"
        aria-label={label}
        value={value === 'moves' ? 'moves' : 'number'}
        onValueChange={(kind) => onChange(kind === 'moves' ? 'moves' : 18)}
      >
        <SegmentedControl.Item value="moves">as the moves need</SegmentedControl.Item>
        <SegmentedControl.Item value="number">at most</SegmentedControl.Item>
      </SegmentedControl.Root>
      {value !== 'moves' && (
        <Field label={label} fault={fault}>
          {(shared) => <NumberField {...shared} unit="tokens" value={value} onChange={onChange} />}
        </Field>
      )}
    </div>
  );
}
