import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Ids and tokens in the addresses of screens. */
export interface Subjects {
  item: number;
  import: number;
  /** Token of a link to the whole collection. */
  token: string;
  username: string;
}

/** Every screen of the showcase; the tests of all screens read this list alone. */
export const SCREENS: ReadonlyArray<{
  name: string;
  /** Whether one must be signed in to see it. */
  isSignedIn?: boolean;
  toPath: (subjects: Subjects) => string;
}> = [
  { name: 'home', toPath: () => '/' },
  { name: 'kits', toPath: () => '/kits' },
  { name: 'filtered kits', toPath: () => '/kits?design=Stripes&primary_color=Red' },
  { name: 'clubs', toPath: () => '/clubs' },
  { name: 'countries', toPath: () => '/countries' },
  { name: 'competitions', toPath: () => '/competitions' },
  { name: 'brands', toPath: () => '/brands' },
  { name: 'kit', toPath: () => '/kits/7' },
  { name: 'club', toPath: () => '/clubs/1' },
  { name: 'search', toPath: () => '/search?q=barzelona' },
  { name: 'search for kits', toPath: () => '/search?q=barcelona+home' },
  { name: 'search without results', toPath: () => '/search?q=asdfqwer' },
  { name: 'sign-in', toPath: () => '/sign-in' },
  { name: 'failed sign-in with a provider', toPath: () => '/sign-in?social_error=access_denied' },
  { name: 'sign-up', toPath: () => '/sign-up' },
  { name: 'verification of an address', toPath: () => '/account/verify-email?key=made-up' },
  { name: 'verification by a typed key', toPath: () => '/account/verify-email' },
  { name: 'another mail', toPath: () => '/account/verify-email/resend' },
  { name: 'forgotten password', toPath: () => '/account/password/reset' },
  { name: 'new password', toPath: () => '/account/password/reset/confirm?key=made-up' },
  { name: 'deleted account', toPath: () => '/account/deleted' },
  { name: 'shared collection', toPath: ({ token }) => `/s/${token}` },
  { name: 'shared item', toPath: ({ token, item }) => `/s/${token}/items/${item}` },
  { name: 'unknown address', toPath: () => '/nowhere' },
  { name: 'address without an id', toPath: () => '/clubs/abc' },
  { name: 'home of a collector', isSignedIn: true, toPath: () => '/' },
  { name: 'my collection', isSignedIn: true, toPath: () => '/collection' },
  { name: 'my collection, filtered', isSignedIn: true, toPath: () => '/collection?search=red&condition=8' },
  { name: 'drafts', isSignedIn: true, toPath: () => '/collection/drafts' },
  { name: 'statistics', isSignedIn: true, toPath: () => '/collection/statistics' },
  { name: 'share links', isSignedIn: true, toPath: () => '/collection/share' },
  { name: 'imports', isSignedIn: true, toPath: () => '/collection/import' },
  { name: 'import', isSignedIn: true, toPath: ({ import: id }) => `/collection/import/${id}` },
  { name: 'exports', isSignedIn: true, toPath: () => '/collection/export' },
  { name: 'kit that is owned', isSignedIn: true, toPath: () => '/kits/7' },
  { name: 'find a kit', isSignedIn: true, toPath: () => '/add' },
  { name: 'add a shirt of a kit', isSignedIn: true, toPath: () => '/add?kit=7' },
  { name: 'add an item without a kit', isSignedIn: true, toPath: () => '/add?type=outerwear' },
  { name: 'item', isSignedIn: true, toPath: ({ item }) => `/items/${item}` },
  { name: 'change of an item', isSignedIn: true, toPath: ({ item }) => `/items/${item}/edit` },
  { name: 'collectors', isSignedIn: true, toPath: () => '/collectors' },
  { name: 'public collection', isSignedIn: true, toPath: ({ username }) => `/u/${username}` },
  { name: 'profile', isSignedIn: true, toPath: () => '/profile' },
  { name: 'account', isSignedIn: true, toPath: () => '/account' },
  { name: 'app tokens', isSignedIn: true, toPath: () => '/account/tokens?name=My+app&scope=read' },
];

/** The routes of the showcase, such as `/kits/:id`. */
export function listRoutes(): string[] {
  const file = resolve(import.meta.dirname, '../../packages/showcase/src/app.tsx');
  return [...readFileSync(file, 'utf8').matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path);
}
