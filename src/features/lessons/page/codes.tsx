// A code is born: Signals on two tables of numbers, stepped by hand.
import { Button } from '@radix-ui/themes';
import { ArrowRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { presetById } from '../../../learning/config/presets';
import { mutualInformation } from '../../../learning/environments/signals/code-table';
import { objectInWords, objectOf, symbols } from '../../../learning/environments/signals/objects';
import { evaluatedCeiling } from '../../../learning/training/evaluate';
import { fixed, percent } from '../../../page/parts/format';
import { Predicted } from '../../../page/parts/prediction';
import { Term } from '../../../page/parts/term';
import { formatRoute } from '../../../page/stores/route';
import { linkOfSetup } from '../../../page/stores/shared-setup';
import type { LessonCard, StepProps } from './lesson';
import { beginTables, codeOf, learned, saysOf, successOf, type TwoTables } from './two-tables';

/** As the preset has them. */
const objects = Array.from({ length: 8 }, (_, i) => objectOf(i % 4, Math.floor(i / 4)));
const words = symbols.slice(0, 16);
const stepsAtMost = 240;

function tablesAfter(steps: number, seed: number): TwoTables {
  let tables = beginTables(objects.length, words.length, seed);
  for (let step = 0; step < steps; step++) tables = learned(tables);
  return tables;
}

function Chance(asking: StepProps) {
  const prediction = {
    question: 'Before any learning, how often is the listener right?',
    choices: [
      { label: '1 in 2', right: false },
      { label: '1 in 8', right: true },
      { label: '1 in 16', right: false },
    ],
    why: 'The words mean nothing yet, so the listener picks one of eight objects.',
  };
  return (
    <>
      <p>
        In Signals the speaker sees one of eight objects – {objects.slice(0, 3).map(objectInWords).join(', ')} … – and
        says one of sixteen words – {words.slice(0, 3).join(', ')} … The listener hears the word and picks an object.
        Both are paid when it is the right one. Nobody tells them what a word means.
      </p>
      <Predicted prediction={prediction} {...asking}>
        <p className="lesson-formula">
          One player alone, whatever it learns: at most <b>{percent(ceiling(), 1)}</b>
        </p>
      </Predicted>
    </>
  );
}

const ceiling = () => evaluatedCeiling({ config: presetById('signals').config, split: 'test', n: 8 }).rate;

/** The keyboard must reach what scrolls. */
const scrolls = { tabIndex: 0 } as const;

function Table({ tables }: { readonly tables: TwoTables }) {
  const share_OW = saysOf(tables);
  return (
    <section className="scroll" {...scrolls} aria-label="What the speaker says of each object">
      <table className="lesson-code size-1">
        <thead>
          <tr>
            <td />
            {words.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {objects.map((object, o) => (
            <tr key={object}>
              <th scope="row" className="nowrap">
                {objectInWords(object)}
              </th>
              {words.map((word, w) => {
                const share = percent(share_OW[o]?.[w] ?? 0);
                return (
                  <td key={word} style={{ '--share': share.replace(/\s/g, '') } as React.CSSProperties} title={share}>
                    <span className="visually-hidden">{share}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Birth(asking: StepProps) {
  const [steps, setSteps] = useState(0);
  const tables = useMemo(() => tablesAfter(steps, 1), [steps]);
  const prediction = {
    question: 'At first all words are worth nearly the same. What lets one of them win?',
    choices: [
      { label: 'A little chance, which both then follow', right: true },
      { label: 'The word that fits the object', right: false },
      { label: 'Nothing: they stay undecided', right: false },
    ],
    why: 'Once a word is heard a little more often as one object, saying it there has a positive advantage; then it is said more, and heard so more.',
  };
  const go = (more: number) => setSteps(Math.min(stepsAtMost, steps + more));
  return (
    <>
      <p>
        Here speaker and listener are two tables of numbers in place of language models, and a step moves each word by
        its probability times its <Term id="advantage">advantage</Term>: the expectation of what a run does by samples.
      </p>
      <Predicted prediction={prediction} {...asking}>
        <div className="row wrap gap-3">
          <Button variant="soft" onClick={() => go(1)}>
            One step
          </Button>
          <Button variant="soft" onClick={() => go(20)}>
            20 steps
          </Button>
          <Button variant="soft" color="gray" onClick={() => setSteps(0)}>
            Begin again
          </Button>
        </div>
        <p role="status">
          Step {steps} of {stepsAtMost}: right in <b>{percent(successOf(tables), 1)}</b>; a word tells{' '}
          <b>{fixed(mutualInformation(codeOf(tables)), 2)}</b> of 3 bits.
        </p>
        <Table tables={tables} />
      </Predicted>
    </>
  );
}

function Strangers(asking: StepProps) {
  const [one, other] = useMemo(() => [tablesAfter(stepsAtMost, 1), tablesAfter(stepsAtMost, 2)] as const, []);
  const prediction = {
    question: 'Two pairs have learnt, each by itself. Does the listener of one understand the speaker of the other?',
    choices: [
      { label: 'Mostly', right: false },
      { label: 'Hardly better than chance', right: true },
    ],
    why: 'A code is a habit of the two who came to it: another beginning, another code.',
  };
  return (
    <Predicted prediction={prediction} {...asking}>
      <p className="lesson-formula">
        first pair {percent(successOf(one), 1)} · second pair {percent(successOf(other), 1)} · speaker of one, listener
        of the other <b>{percent(successOf(one, other), 1)}</b>
      </p>
    </Predicted>
  );
}

function Yourself() {
  const { route } = linkOfSetup(presetById('signals').config);
  return (
    <>
      <p>
        A run does the same with two language models, by samples, and each of its steps keeps its code: the table stands
        under the boards in the Lab and under the rooms in Rollouts.
      </p>
      <p>
        <a href={formatRoute(route)}>
          Set up a run of Signals <ArrowRight size={14} aria-hidden />
        </a>
      </p>
    </>
  );
}

export const codesLesson: LessonCard = {
  id: 'codes',
  title: 'A code is born',
  about: 'Sixteen words that mean nothing, eight objects, and how two players come to agree on them.',
  steps: [
    { title: 'The game', Step: Chance },
    { title: 'From nothing to a code', Step: Birth },
    { title: 'Two pairs, two codes', Step: Strangers },
    { title: 'With language models', Step: Yourself },
  ],
};
