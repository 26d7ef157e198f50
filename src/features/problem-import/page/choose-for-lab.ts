// A set as the world of the next run.
import type { StoredProblemSet } from '../../../files/storage/schema';
import { idOfProblemWorld } from '../../../learning/environments/problem-set';
import { putAway } from '../../../page/stores/lab-actions';
import { notify } from '../../../page/stores/notices-store';
import { navigate } from '../../../page/stores/route';
import { chooseEnvironment } from '../../../page/stores/setup-store';
import { prepareProblems } from '../../../page/stores/worlds';

export function chooseForLab(set: StoredProblemSet): void {
  void prepareProblems(set);
  chooseEnvironment(idOfProblemWorld(set));
  putAway();
  navigate({ screen: 'lab' });
  notify({ text: `“${set.name}” is the world of the next run.` });
}
