// The code of the newest kept step, below the games of the Lab.
import { useEffect, useState } from 'react';
import type { StepTree } from '../../../learning/rollouts/transcript';
import type { RunView } from '../../../page/stores/run-view';
import { CodePanel, newestTree } from './code-panel';
import { inventsCode } from './step-code';

export function NewestCode({ run }: { readonly run: RunView }) {
  const [tree, setTree] = useState<StepTree>();
  const { id, config, reports } = run;
  const steps = inventsCode(config) ? reports.length : 0;
  useEffect(() => {
    let wanted = true;
    if (steps > 0) void newestTree(id).then((newest) => wanted && setTree(newest));
    return () => {
      wanted = false;
    };
  }, [id, steps]);
  return tree && <CodePanel run={run} tree={tree} />;
}
