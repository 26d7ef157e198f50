import { lazy } from 'react';
import type { ExportChoice, PageFeature } from '../../../page/features';
import { roleStyle } from '../../../page/parts/roles';
import { provideTeamPlayer } from '../../../page/stores/team-player';
import { connectOnnxEngine } from '../worker/onnx-engine-client';
import { onnxEngine, provideOnnxEngine } from './onnx-engine-client';

const VerifiedBadge = lazy(async () => ({ default: (await import('./verification')).VerifiedBadge }));
const VerifyItem = lazy(async () => ({ default: (await import('./verification')).VerifyItem }));

export const feature: PageFeature = {
  open: () => {
    provideOnnxEngine(connectOnnxEngine);
    provideTeamPlayer(onnxEngine);
  },
  weights: ({ trainable, policies }) => {
    const team: ExportChoice = {
      name: 'Team, to play anywhere',
      what: 'a small file for Play, with or without a GPU',
      request: { format: 'team' },
    };
    const graph: ExportChoice = {
      name: 'Team, adapters as inputs',
      what: 'one graph for all roles',
      request: { format: 'onnx' },
    };
    const roles = Object.keys(policies).map(
      (role): ExportChoice => ({
        name: `${roleStyle(role).label}, one whole model`,
        what: 'transformers.js loads it',
        request: { format: 'onnx', role },
      }),
    );
    const adapters = trainable === 'adapter';
    const onnx = { name: 'ONNX', what: 'onnxruntime, transformers.js', choices: adapters ? [graph, ...roles] : roles };
    return adapters ? [team, onnx] : [onnx];
  },
  places: { runBadge: VerifiedBadge, runMenu: VerifyItem },
};
