// What runs the programs that a person writes in Play.
import type { ProgramRunner } from '../../learning/agents/program-runner';
import { door } from './door';

export const { provide: provideProgramRunner, open: programRunner } = door<ProgramRunner>(
  'nothing on this page runs programs: call provideProgramRunner first',
);
