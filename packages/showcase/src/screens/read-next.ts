/** Where to go after signing in: a path of this front end, never another site. */
export function readNext(params: URLSearchParams): string {
  const next = params.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : '/collection';
}
