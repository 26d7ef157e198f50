// Models that a tab can train, and what cards of some sizes have room for with each: before anything is downloaded.
import { Button } from '@radix-ui/themes';
import { useEffect } from 'react';
import { type CardFit, cardsGib, longestPrompt, usualTraining } from '../../../contract/card-fit';
import type { KnownModelFit } from '../worker/models-api';
import { askKnownModels, useModels } from './models-store';

interface ChoosingModel {
  /** Gets a model's name on the hub. */
  readonly onChoose: (name: string) => void;
}

export function KnownModels({ onChoose }: ChoosingModel) {
  const known = useModels((state) => state.known);
  useEffect(() => void askKnownModels(), []);
  return known && <CardTable known={known} onChoose={onChoose} />;
}

export function CardTable({ known, onChoose }: ChoosingModel & { readonly known: readonly KnownModelFit[] }) {
  return (
    <div className="grid gap-1">
      <table className="table size-1" aria-label="What a card has room for">
        <thead>
          <tr>
            <th scope="col">A card of</th>
            {cardsGib.map((gib) => (
              <th key={gib} scope="col">
                {gib} GiB
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map(({ name, fits }) => (
            <tr key={name}>
              <th scope="row">
                <Button size="1" variant="ghost" onClick={() => onChoose(name)} aria-label={`Write ${name} above`}>
                  {shortName(name)}
                </Button>
              </th>
              {cardsGib.map((gib, index) => (
                <td key={gib}>{fits[index] ? <Fit {...fits[index]} /> : 'too small'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        The longest prompt, in tokens up to {longestPrompt.toLocaleString('en')}, that can be trained with{' '}
        {usualTraining.answers} answers of {usualTraining.answerTokens} tokens each, below it how finely the base is
        kept then, and how many answers, up to 64, a prompt of {usualTraining.prompt} tokens can have. A step may have
        any number of problems: its batches are cut to fit. Of a card this page takes up to 4 GiB, unless more is chosen
        under Memory in Setup.
      </p>
    </div>
  );
}

function Fit({ precision, promptTokens, answers }: CardFit) {
  return (
    <>
      {promptTokens.toLocaleString('en')}{' '}
      <span className="quiet block">
        {precision} · {answers}
      </span>
    </>
  );
}

/** "SmolLM2-360M" */
function shortName(name: string): string {
  return name.replace(/^.*\//, '').replace(/-Instruct$/, '');
}
