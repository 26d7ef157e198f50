// The thread in which a file of problems is read: a large one keeps nobody waiting.
import { expose } from 'comlink';
import { openStorage } from '../../../files/storage/storage';
import { problemImport } from './problem-import-api';

expose(problemImport(async () => (await openStorage()).problemSets));
