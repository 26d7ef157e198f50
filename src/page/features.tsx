// What a feature may offer to the page: screens, worlds and teams to choose, places in the core's screens. The page
// knows of features only what stands here; main.tsx hands them in before it is drawn.
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, Suspense, useMemo } from 'react';
import type { RunDefinitions } from '../learning/catalogue';
import type { RunConfig } from '../learning/config/run-config';
import type { TeamFile } from '../learning/config/team-file';
import type { EnvironmentCard } from '../learning/environments/environment';
import type { StepTree } from '../learning/rollouts/transcript';
import type { ExportRequest } from '../run/trainer-api';
import type { FindImage } from '../workers/sandbox-client';
import { lab } from './stores/lab-client';
import type { RunView } from './stores/run-view';

export interface FeatureScreen {
  /** First word of its address: "#/study". */
  readonly name: string;
  readonly title: string;
  /** In the bar; otherwise links lead there. */
  readonly place?: { readonly name: string; readonly Icon: LucideIcon };
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** A world beside the built-in ones, with what a run has to know of it. */
export interface OfferedWorld {
  readonly card: EnvironmentCard;
  readonly definitions: RunDefinitions;
}

/** What a run can be taken home as, in the menu: choices may stand behind one. */
export interface ExportChoice {
  readonly name: string;
  readonly what: string;
  readonly request?: ExportRequest;
  readonly choices?: readonly ExportChoice[];
}

/** Places in the core's screens, and what is known there. */
interface Places {
  /** Below the button of the Lab. */
  labLinks: object;
  /** Where there are no rollouts to show. */
  noRollouts: object;
  /** Links below the choice of a world. */
  worldLinks: object;
  /** Beside the choice of a team. */
  teamLinks: object;
  /** Below the setup of a run that has begun. */
  runSetup: object;
  /** The choice of a base model. */
  model: object;
  /** Below what the GPU is. */
  gpu: object;
  /** Below the games of the Lab, while a run is shown. */
  now: { readonly run: RunView };
  /** Below the curves of the Lab, where a run is shown. */
  curves: { readonly run: RunView };
  /** Below the rooms of a step, in Rollouts. */
  step: { readonly run: RunView; readonly tree: StepTree };
  /** Beside what is said of a team's last role: how often it repeats, mends or spoils what it is shown. */
  passings: { readonly run: RunView };
  /** Before a run's name, in the list. */
  runTick: { readonly view: RunView };
  /** Below the list of runs. */
  runsList: object;
  /** Beside a run's name. */
  runBadge: { readonly view: RunView };
  /** Above whatever screen is shown. */
  anywhere: object;
  /** Among a run's actions. */
  runMenu: { readonly view: RunView; readonly gpu: boolean };
}

export interface PageFeature {
  readonly screens?: readonly FeatureScreen[];
  /** Python with packages, for the programs that the page runs. */
  readonly findImage?: FindImage;
  /** Once, before the page is drawn. */
  readonly open?: () => void;
  /** Once, when the lab is there. */
  readonly begin?: () => void;
  /** What its part of the trainer tells. */
  readonly hear?: (news: unknown) => void;
  /** A hook. */
  readonly useWorlds?: () => readonly OfferedWorld[];
  /** A hook. */
  readonly useTeams?: () => readonly TeamFile[];
  /** A file that only this feature writes, known by its name: opened wherever it is dropped, or told what it is. */
  readonly ownFile?: { readonly name: RegExp; readonly open: (file: File) => Promise<void> };
  /** Takes a file that was dropped where another kind was expected; false where it is none of its own. */
  readonly takeFile?: (file: File) => boolean;
  /** Loads a file of merged models. */
  readonly takeModels?: (file: File) => Promise<void>;
  /** Ways to take trained weights home. */
  readonly weights?: (config: RunConfig) => readonly ExportChoice[];
  /** Ways to take the figures of a run's steps home. */
  readonly figures?: readonly ExportChoice[];
  readonly places?: { readonly [Name in keyof Places]?: ComponentType<Places[Name]> };
}

export interface OfferedToPage {
  readonly name: string;
  readonly feature: PageFeature;
}

let offered: readonly OfferedToPage[] = [];

/** Called once, before the page is drawn: the list never changes while hooks of it are in use. */
export function provideFeatures(given: readonly OfferedToPage[]): void {
  offered = given;
}

/** In the order of their list. */
export function pageFeatures(): readonly PageFeature[] {
  return offered.map(({ feature }) => feature);
}

/** Of the feature that has packages of Python. */
export function offeredImages(): FindImage | undefined {
  return pageFeatures().find(({ findImage }) => findImage)?.findImage;
}

export function featureScreens(): readonly FeatureScreen[] {
  return pageFeatures().flatMap(({ screens = [] }) => screens);
}

export function tellFeature(name: string, news: unknown): void {
  offered.find((one) => one.name === name)?.feature.hear?.(news);
}

/** The verbs of a feature's part of the trainer: each call is one of `lab().ask`. */
export function askFeature<Api extends object>(name: string): Api {
  const verb =
    (_: object, called: string | symbol) =>
    (...given: readonly unknown[]) =>
      lab().ask(name, String(called), given);
  return new Proxy({}, { get: verb }) as Api;
}

/** The worlds beside the built-in ones. */
export function useOfferedWorlds(): readonly OfferedWorld[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of features never changes
  const lists = pageFeatures().map(({ useWorlds }) => useWorlds?.() ?? none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the lists themselves
  return useMemo(() => lists.flat(), lists);
}

/** The teams beside the listed ones. */
export function useOfferedTeams(): readonly TeamFile[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of features never changes
  return pageFeatures().flatMap(({ useTeams }) => useTeams?.() ?? none);
}

const none: readonly never[] = [];

/** What the features put at one place; a part may be fetched when it is first shown. */
export function Place<Name extends keyof Places>({ name, ...known }: { readonly name: Name } & Places[Name]) {
  return pageFeatures().map(({ places }, index) => {
    const Part = places?.[name] as ComponentType<object> | undefined;
    return (
      Part && (
        <Suspense key={String(index)} fallback={null}>
          <Part {...known} />
        </Suspense>
      )
    );
  });
}
