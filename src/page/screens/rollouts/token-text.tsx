// An answer token by token. Shade: the darker, the less probable was the token when it was drawn. Of the one that is
// pointed at: what else it might have been.
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import type { BranchRecord, GroupRecord } from '../../../learning/rollouts/transcript';
import { alternativesAt, chanceInWords, rarestOf, type TokenReading, tokensOf } from './token-reading';

export function TokenText({ group, branch }: { readonly group: GroupRecord; readonly branch: BranchRecord }) {
  const tokens = tokensOf(branch);
  const [pointed, setPointed] = useState<{ readonly of: BranchRecord; readonly at: number }>();
  const row = useRef<HTMLDivElement>(null);
  if (tokens.length === 0) return <p className="quiet">Nothing.</p>;
  const at = pointed?.of === branch ? pointed.at : rarestOf(tokens);
  const point = (t: number) => setPointed({ of: branch, at: t });
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = row.current?.children[at + (by ?? 0)];
    if (by === undefined) return;
    event.stopPropagation();
    if (to instanceof HTMLElement) to.focus();
  };
  return (
    <>
      <div className="rollouts-tokens wrap mono size-2 flex" ref={row}>
        {tokens.map((token, t) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are named by their place
            key={t}
            type="button"
            className="rollouts-token"
            title={token.title}
            style={shade(token.probability)}
            tabIndex={t === at ? 0 : -1}
            aria-pressed={t === at}
            onPointerEnter={() => point(t)}
            onFocus={() => point(t)}
            onClick={() => point(t)}
            onKeyDown={step}
          >
            {token.text}
          </button>
        ))}
      </div>
      <div className="quiet row gap-1 size-1" aria-hidden>
        <span>probability</span>
        {[1, 0.5, 0.1, 0.01].map((probability) => (
          <i key={probability} className="rollouts-token" style={shade(probability)}>
            {probability}
          </i>
        ))}
      </div>
      <Alternatives group={group} branch={branch} tokens={tokens} at={at} />
    </>
  );
}

function Alternatives({
  group,
  branch,
  tokens,
  at,
}: {
  readonly group: GroupRecord;
  readonly branch: BranchRecord;
  readonly tokens: readonly TokenReading[];
  readonly at: number;
}) {
  const alternatives = alternativesAt(group, branch, at);
  if (alternatives.length === 0) return null;
  return (
    <table className="rollouts-next size-1">
      <caption className="quiet">
        Token {at + 1} of {tokens.length}, “{tokens[at]?.text}”, was drawn from
      </caption>
      <tbody>
        {alternatives.map(({ text, probability, drawn }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are named by their rank
          <tr key={n} className={drawn ? 'rollouts-drawn' : undefined}>
            <th scope="row" className="mono">
              {text}
            </th>
            <td>
              <i style={{ inlineSize: `${100 * probability}%` }} />
            </td>
            <td>{chanceInWords(probability)}</td>
            <td>{drawn ? 'drawn' : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 0 % of the ink at probability 1, all of it at 1 in 100 and below. */
function shade(probability: number): CSSProperties {
  const share = Math.min(1, -Math.log10(Math.max(probability, 1e-4)) / 2);
  return { ['--surprise' as string]: share.toFixed(2) };
}
