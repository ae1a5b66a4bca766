import { fold } from '@kitroom/shared';

/** Converts a name to a slug: `Śląsk Wrocław` becomes `slask-wroclaw`. */
export function toDemoSlug(name: string): string {
  return fold(name)
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
