import { useEffect, useState } from 'react';
import type { StepTree } from '../../../learning/rollouts/transcript';
import type { PageFeature } from '../../../page/features';
import type { RunView } from '../../../page/stores/run-view';
import { CodePanel, newestTree } from './code-panel';
import { inventsCode } from './step-code';

export const feature: PageFeature = { places: { step: CodePanel, now: NewestCode } };

/** Of the newest kept step. */
function NewestCode({ run }: { readonly run: RunView }) {
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
