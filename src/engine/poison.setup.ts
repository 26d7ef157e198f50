// Before every GPU test file: GROVE_POISON=1 runs the whole suite with the unused parts of all reused buffers poisoned
// (S5).
import { poison } from './gpu/poison';

poison.on = process.env['GROVE_POISON'] === '1';
