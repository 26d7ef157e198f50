// An answer token by token. Shade: the darker, the less probable was the token when it was drawn.
import type { CSSProperties } from 'react';
import type { BranchRecord } from '../../../learning/rollouts/transcript';
import { tokensOf } from './reading';

export function TokenText({ branch }: { readonly branch: BranchRecord }) {
  const tokens = tokensOf(branch);
  if (tokens.length === 0) return <p className="quiet">Nothing.</p>;
  return (
    <>
      <div className="rollouts-tokens wrap mono size-2 flex">
        {tokens.map((token, t) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are named by their place
            key={t}
            className="rollouts-token"
            title={token.title}
            style={shade(token.probability)}
          >
            {token.text}
          </span>
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
    </>
  );
}

/** 0 % of the ink at probability 1, all of it at 1 in 100 and below. */
function shade(probability: number): CSSProperties {
  const share = Math.min(1, -Math.log10(Math.max(probability, 1e-4)) / 2);
  return { ['--surprise' as string]: share.toFixed(2) };
}
