// Every kernel, with what it is held to: { cases, given, launch, twin, tolerance }. A kernel is a folder and a line
// here.
import * as adamw from './adamw/contract';
import * as attention from './attention/contract';
import * as embed from './embed/contract';
import type { AnyKernel } from './kernel-contract';
import * as matmul from './matmul/contract';
import * as objective from './objective/contract';
import * as rmsNorm from './rms-norm/contract';
import * as rope from './rope/contract';
import * as rows from './rows/contract';
import * as sample from './sample/contract';
import * as swiglu from './swiglu/contract';
import * as weightGradient from './weight-gradient/contract';

export const kernels: readonly AnyKernel[] = [
  adamw,
  attention,
  embed,
  matmul,
  objective,
  rmsNorm,
  rope,
  rows,
  sample,
  swiglu,
  weightGradient,
].flatMap((folder) => Object.values(folder).flat());
