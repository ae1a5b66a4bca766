/** A user of the collection service, and what is known of it. */
export interface User {
  id: number;
  username: string;
  email: string;
  password: string;
  /** Whether nobody minds what becomes of it. */
  isThrowaway: boolean;
  token?: string | undefined;
  /** The session's cookie and its CSRF token, while it is signed in. */
  cookie?: string | undefined;
  csrf?: string | undefined;
  items: Array<{ id: number; type: string }>;
  photos: number[];
  shares: Array<{ id: number; token: string }>;
  /** The key of the last mail. */
  key?: string;
  /** A code for the second factor. */
  code?: string;
}

/** Remembers what an answer tells of a user and its things. */
export function learn(
  user: User,
  { id, path }: { id: string; path: string },
  answer: { status: number; headers: Map<string, string>; body: unknown },
): void {
  const { status } = answer;
  if (status < 200 || status >= 300) return;
  const body = (answer.body ?? {}) as Record<string, unknown>;
  const inPath = Number(/\/(\d+)\/?$/.exec(path)?.[1]);
  if (id === 'createItem') user.items.push({ id: Number(body['id']), type: String(body['item_type']) });
  if (id === 'deleteItem') user.items = user.items.filter((item) => item.id !== inPath);
  if (id === 'createPhoto') user.photos.push(Number(body['id']));
  if (id === 'deletePhoto') user.photos = user.photos.filter((photo) => photo !== inPath);
  if (id === 'createShare') user.shares.push({ id: Number(body['id']), token: String(body['token']) });
  if (id === 'deleteShare') user.shares = user.shares.filter((share) => share.id !== inPath);
  if (id === 'createToken') user.token = String(body['token']);
  if (id === 'deleteToken') user.token = undefined;
  if (RENAMING.has(id) && typeof body['username'] === 'string') user.username = body['username'];
}

const RENAMING = new Set(['putUser', 'patchUser', 'patchProfile', 'signup', 'getMe']);

/** Keeps the cookie that an answer sets; an empty one ends the session. */
export function keepCookie(user: User, headers: Map<string, string>): void {
  const set = /(?:^|\n)kitroom_session=([^;\n]*)/.exec(headers.get('set-cookie') ?? '');
  if (!set) return;
  user.cookie = set[1] || undefined;
  if (!user.cookie) user.csrf = undefined;
}
