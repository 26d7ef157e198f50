// The README.md of a Space that plays a team: what the hub reads of it, and what of Grove is not in it.
import { stringify } from 'yaml';

export interface SpaceCard {
  readonly name: string;
  readonly licence: string | undefined;
  readonly environment: string;
  /** What was left out of the page, in words. */
  readonly without: readonly string[];
}

export function spaceCard({ name, licence, environment, without }: SpaceCard): string {
  const title = name.split('/')[1] ?? name;
  const data = {
    title,
    emoji: '🌳',
    colorFrom: 'green',
    colorTo: 'gray',
    sdk: 'static',
    app_file: 'index.html',
    ...(licence === undefined ? {} : { license: licence }),
    models: [name],
    tags: ['reinforcement-learning', 'multi-agent', 'grove'],
    // memory that threads share: the team plays on several of them, and training here needs it
    custom_headers: {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
  return `---\n${stringify(data, { lineWidth: 0 })}---\n
# ${title}

A trained team of small language models plays ${environment}, beside the same team before any training. It plays in your browser, on
the processor, without a GPU; nothing is sent anywhere. The team is \`trained-team.zip\`, its adapters and results are in the
model repository [${name}](https://huggingface.co/${name}).

This is a page of Grove with this team in it. Not in it: ${without.join('; ')}.
`;
}
