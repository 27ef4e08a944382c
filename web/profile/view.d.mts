// Types of view.mjs; a guide stands at its top.

/** Profile JSON as `pipette profile` writes it (src/profile/profile_json.h). */
export type ProfileJson = Readonly<Record<string, unknown>>;

export type ProfileTab = 'summary' | 'insights' | 'memory' | 'liveness' | 'tree' | 'operations' | 'trace' | 'system';

/** What is selected; times are modelled cycles, steps and tiles whole numbers. */
export interface ProfileSelection {
  /** Name ("dense/MatMul") or traced name; of all phases, unless `phase` says which. */
  operation?: string;
  phase?: string;
  instruction?: number;
  name?: string;
  /** A line of the program, such as 'mnist.py:12', where the profile knows them. */
  source?: string;
  variable?: string;
  ipu?: number;
  tile?: number;
  tiles?: readonly [number, number];
  step?: number;
  lane?: number;
  begin?: number;
  end?: number;
}

export interface ProfileViewOptions {
  /** One program, several, or text with an object a line. */
  profile: ProfileJson | readonly ProfileJson[] | string;
  tab?: ProfileTab;
  tabs?: readonly ProfileTab[];
  compareWith?: ProfileJson | readonly ProfileJson[] | string | null;
  /** What tables call the profile and the one that it is compared with: 'This' and 'Other' where nothing is said. */
  names?: readonly [string, string];
  /** 'focused': the wheel scrolls the page until a timeline has the focus. */
  wheel?: 'always' | 'focused';
  /** Whether an insight's advice has a button, which fires 'apply' and, once it has been tried, 'take': for hosts that can. */
  applies?: boolean;
  /** What came of advice that was tried, by its changes; neither measures nor failed: it is being tried. */
  tried?: readonly TriedAdvice[];
}

export interface TriedAdvice {
  changes: Readonly<Record<string, unknown>>;
  /** Of each program. */
  measures?: readonly (readonly {measure: string; ipu?: number; value: number}[])[];
  failed?: string;
}

export interface ProfileViewEvents {
  /** The changes of an insight's advice: fields of an experiment with their new values. */
  apply: CustomEvent<Readonly<Record<string, unknown>>>;
  /** The same, of advice that has been tried and is to stay. */
  take: CustomEvent<Readonly<Record<string, unknown>>>;
  select: CustomEvent<ProfileSelection | null>;
  tab: CustomEvent<ProfileTab>;
  /** The profile that was set beside this one; null: none. */
  compare: CustomEvent<ProfileViewOptions['profile'] | null>;
}

export class ProfileView extends EventTarget {
  constructor(element: Element, options: ProfileViewOptions);
  readonly tab: ProfileTab;
  readonly selection: ProfileSelection | null;
  /** The lines of the program that what is selected comes from. */
  readonly sources: readonly string[];
  show(tab: ProfileTab): void;
  select(selection: ProfileSelection | null): void;
  /** Sets another profile beside this one, or none. Throws TypeError for what is no profile. */
  compare(profile: ProfileViewOptions['profile'] | null, names?: readonly [string, string]): void;
  readonly names: readonly [string, string];
  /** A control of the host's, beside Download. */
  addAction(element: Element): void;
  destroy(): void;
  addEventListener<K extends keyof ProfileViewEvents>(
    type: K, listener: (event: ProfileViewEvents[K]) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean): void;
}
