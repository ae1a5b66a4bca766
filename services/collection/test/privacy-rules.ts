/**
 * What an endpoint shows or changes, which decides who may:
 * - `open`: what everyone may know;
 * - `self`: the caller's own things;
 * - `users`: what is public of others;
 * - `user`, `collection`: those of the user in the path;
 * - `item`, `photo`: the one in the path.
 */
export type Access = 'open' | 'self' | 'users' | 'user' | 'collection' | 'item' | 'photo';

/** Every endpoint's place, by its contract's id. */
export const ACCESS: Readonly<Record<string, Access>> = {
  getHealth: 'open',
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
  listMyCollectionItems: 'self',
  getCollection: 'collection',
  listCollectionItems: 'collection',
  listItems: 'self',
  createItem: 'self',
  getItem: 'item',
  putItem: 'item',
  patchItem: 'item',
  deleteItem: 'item',
  listPhotos: 'self',
  createPhoto: 'self',
  getPhoto: 'photo',
  putPhoto: 'photo',
  patchPhoto: 'photo',
  deletePhoto: 'photo',
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

/** Who asks, and for what. */
export interface Question {
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
export function toStatus(access: Access, question: Question): number | undefined {
  const { method, viewer, profile } = question;
  if (access === 'open') return undefined;
  if (viewer === 'nobody') return 401;
  if (access === 'self' || access === 'users' || viewer === profile) return undefined;
  const isPublic = profile === 'public' && (question.kind ?? 'public') === 'public';
  if (access === 'collection') return isPublic ? 200 : 403;
  if (!isPublic) return 404;
  return method === 'GET' ? 200 : 403;
}
