// Types of element.mjs: <pipette-profile>.

import type {ProfileSelection, ProfileTab, ProfileView, ProfileViewOptions} from './view.mjs';

/** Attributes: tab, only, tabs, src. Dispatches 'apply', 'take', 'select' and 'tab' as ProfileView does. */
export class PipetteProfile extends HTMLElement {
  profile: ProfileViewOptions['profile'] | null;
  compareWith: ProfileViewOptions['compareWith'];
  readonly view: ProfileView | null;
  select(selection: ProfileSelection | null): void;
  show(tab: ProfileTab): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'pipette-profile': PipetteProfile;
  }
}
