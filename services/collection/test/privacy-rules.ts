/**
 * What an endpoint shows or changes, which decides who may:
 * - `open`: what everyone may know;
 * - `self`: the caller's own things;
 * - `users`: what is public of others;
 * - `user`, `collection`: those of the user in the path;
 * - `item`, `photo`: the one in the path;
 * - `own-item`: what only the owner of the item in the path may see;
 * - `export`: the one in the path, which only its owner may see;
 * - `import`, `share`: the same;
 * - `shared`, `shared-item`: what anyone with the owner's link sees.
 */
export type Access =
  | 'open'
  | 'self'
  | 'users'
  | 'user'
  | 'collection'
  | 'item'
  | 'own-item'
  | 'photo'
  | 'export'
  | 'import'
  | 'share'
  | 'shared'
  | 'shared-item';

/** Every endpoint's place, by its contract's id. */
export const ACCESS: Readonly<Record<string, Access>> = {
  getRoot: 'open',
  getService: 'open',
  getHealth: 'open',
  getReady: 'open',
  getDocs: 'open',
  getSchema: 'open',
  createToken: 'open',
  getCsrfToken: 'open',
  getSession: 'open',
  login: 'open',
  logout: 'open',
  signup: 'open',
  verifyEmail: 'open',
  resendVerification: 'open',
  resetPassword: 'open',
  confirmPasswordReset: 'open',
  changePassword: 'self',
  confirmSession: 'self',
  listSessions: 'self',
  endSession: 'self',
  endOtherSessions: 'self',
  deleteToken: 'self',
  getProfile: 'self',
  patchProfile: 'self',
  putAvatar: 'self',
  deleteAvatar: 'self',
  exportAccount: 'self',
  deleteAccount: 'self',
  startTotp: 'self',
  confirmTotp: 'self',
  removeTotp: 'self',
  createRecoveryCodes: 'self',
  finishLogin: 'open',
  listSocialProviders: 'open',
  startSocialLogin: 'open',
  finishSocialLogin: 'open',
  unlinkSocialProvider: 'self',
  listColours: 'open',
  listSizes: 'open',
  listDesigns: 'open',
  listContentTypes: 'open',
  getLimits: 'open',
  listUsers: 'self',
  getMe: 'self',
  getUser: 'user',
  putUser: 'user',
  patchUser: 'user',
  listCollections: 'users',
  getMyCollection: 'self',
  getMyValue: 'self',
  listMyKits: 'self',
  countMyFacets: 'self',
  countFacets: 'collection',
  countNamedFacets: 'collection',
  countSharedFacets: 'shared',
  listMyCollectionItems: 'self',
  getCollection: 'collection',
  getNamedCollection: 'collection',
  listCollectionItems: 'collection',
  listNamedCollectionItems: 'collection',
  exportItemTable: 'self',
  exportItemLines: 'self',
  createExport: 'self',
  getExport: 'export',
  downloadExport: 'export',
  listItems: 'self',
  createItem: 'self',
  batchItems: 'self',
  getItem: 'item',
  putItem: 'item',
  patchItem: 'item',
  deleteItem: 'item',
  cloneItem: 'own-item',
  listItemChanges: 'self',
  listItemValues: 'own-item',
  listPhotos: 'self',
  createPhoto: 'self',
  getPhoto: 'photo',
  putPhoto: 'photo',
  patchPhoto: 'photo',
  deletePhoto: 'photo',
  listShares: 'self',
  createShare: 'self',
  patchShare: 'share',
  deleteShare: 'share',
  getShared: 'shared',
  listSharedItems: 'shared',
  getSharedItem: 'shared-item',
  unlockShared: 'open',
  listImports: 'self',
  createImport: 'self',
  getImport: 'import',
  patchImport: 'import',
  deleteImport: 'import',
  listImportRows: 'import',
  getImportRow: 'import',
  patchImportRow: 'import',
  patchImportRows: 'import',
  resolveImport: 'import',
  applyImport: 'import',
  getFailedRows: 'import',
  undoImport: 'import',
  searchArchiveClubs: 'open',
  listArchiveSeasons: 'open',
  listArchiveKits: 'open',
  searchArchiveKits: 'open',
  getArchiveKit: 'open',
  searchArchiveBrands: 'open',
  searchArchiveCompetitions: 'open',
  searchArchiveSeasons: 'open',
  listArchiveFilters: 'open',
};

/**
 * The least that an endpoint asks for. A token is for collecting: whatever changes the ways into an account (e-mail
 * address, password, second factor, recovery codes, providers, sessions, the token, the account's end) needs a session
 * that is fresh. The same as the contracts say it, once more and by hand: a new endpoint must take its place here.
 */
export type Credentials = 'none' | 'token' | 'session' | 'fresh-session' | 'fresh-session-with-code';

/** What every endpoint asks for, by its contract's id. `patchProfile` asks for more where the address changes. */
export const CREDENTIALS: Readonly<Record<string, Credentials>> = {
  getRoot: 'none',
  getService: 'none',
  getHealth: 'none',
  getReady: 'none',
  getDocs: 'none',
  getSchema: 'none',
  createToken: 'none',
  getCsrfToken: 'none',
  getSession: 'none',
  login: 'none',
  logout: 'none',
  signup: 'none',
  verifyEmail: 'none',
  resendVerification: 'none',
  resetPassword: 'none',
  confirmPasswordReset: 'none',
  changePassword: 'fresh-session',
  confirmSession: 'session',
  listSessions: 'session',
  endSession: 'fresh-session',
  endOtherSessions: 'fresh-session',
  deleteToken: 'fresh-session',
  getProfile: 'token',
  patchProfile: 'token',
  putAvatar: 'token',
  deleteAvatar: 'token',
  exportAccount: 'token',
  deleteAccount: 'fresh-session',
  startTotp: 'fresh-session',
  confirmTotp: 'fresh-session',
  removeTotp: 'fresh-session-with-code',
  createRecoveryCodes: 'fresh-session-with-code',
  finishLogin: 'none',
  listSocialProviders: 'none',
  startSocialLogin: 'none',
  finishSocialLogin: 'none',
  unlinkSocialProvider: 'fresh-session',
  listColours: 'none',
  listSizes: 'none',
  listDesigns: 'none',
  listContentTypes: 'none',
  getLimits: 'none',
  listUsers: 'token',
  getMe: 'token',
  getUser: 'token',
  putUser: 'token',
  patchUser: 'token',
  listCollections: 'token',
  getMyCollection: 'token',
  getMyValue: 'token',
  listMyKits: 'token',
  countMyFacets: 'token',
  countFacets: 'token',
  countNamedFacets: 'token',
  countSharedFacets: 'none',
  listMyCollectionItems: 'token',
  getCollection: 'token',
  getNamedCollection: 'token',
  listCollectionItems: 'token',
  listNamedCollectionItems: 'token',
  exportItemTable: 'token',
  exportItemLines: 'token',
  createExport: 'token',
  getExport: 'token',
  downloadExport: 'token',
  listItems: 'token',
  createItem: 'token',
  batchItems: 'token',
  getItem: 'token',
  putItem: 'token',
  patchItem: 'token',
  deleteItem: 'token',
  cloneItem: 'token',
  listItemChanges: 'token',
  listItemValues: 'token',
  listPhotos: 'token',
  createPhoto: 'token',
  getPhoto: 'token',
  putPhoto: 'token',
  patchPhoto: 'token',
  deletePhoto: 'token',
  listShares: 'token',
  createShare: 'token',
  patchShare: 'token',
  deleteShare: 'token',
  getShared: 'none',
  listSharedItems: 'none',
  getSharedItem: 'none',
  unlockShared: 'none',
  listImports: 'token',
  createImport: 'token',
  getImport: 'token',
  patchImport: 'token',
  deleteImport: 'token',
  listImportRows: 'token',
  getImportRow: 'token',
  patchImportRow: 'token',
  patchImportRows: 'token',
  resolveImport: 'token',
  applyImport: 'token',
  getFailedRows: 'token',
  undoImport: 'token',
  searchArchiveClubs: 'none',
  listArchiveSeasons: 'none',
  listArchiveKits: 'none',
  searchArchiveKits: 'none',
  getArchiveKit: 'none',
  searchArchiveBrands: 'none',
  searchArchiveCompetitions: 'none',
  searchArchiveSeasons: 'none',
  listArchiveFilters: 'none',
};

/** Who asks, and for what. */
export interface AccessRequest {
  method: string;
  /** Nobody, a stranger, or the owner whose profile is public or private. */
  viewer: 'nobody' | 'stranger' | 'public' | 'private';
  profile: 'public' | 'private';
  kind?: 'public' | 'private' | 'draft';
}

/**
 * The status that the answer must have; undefined where it depends on more than who asks. Source: the decisions on
 * who may ask, on items, collections and photos.
 */
export function toStatus(access: Access, request: AccessRequest): number | undefined {
  const { method, viewer, profile } = request;
  if (access === 'open') return undefined;
  if (access === 'shared') return 200;
  if (access === 'shared-item') return request.kind === 'public' ? 200 : 404;
  if (viewer === 'nobody') return 401;
  if (access === 'self' || access === 'users' || viewer === profile) return undefined;
  if (access === 'export' || access === 'import' || access === 'share') return 404;
  const isPublic = profile === 'public' && (request.kind ?? 'public') === 'public';
  if (access === 'collection') return isPublic ? 200 : 403;
  if (!isPublic) return 404;
  return method === 'GET' && access !== 'own-item' ? 200 : 403;
}
