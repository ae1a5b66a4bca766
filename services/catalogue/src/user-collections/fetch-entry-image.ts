import { notFound } from '@kitroom/server/http/errors';
import type { Requester } from '../archive/pace-queries.ts';
import { askArchive, ScrapeFailure, type AskContext } from './ask-archive.ts';

/** Fetches a picture of an entry from the archive; 404 if that does not serve it. */
export async function fetchEntryImage(
  context: AskContext,
  url: string,
  requester: Requester,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { archive } = context;
  try {
    const { status, body } = await askArchive(
      context,
      () => archive.getImage(url, requester, signal),
      signal,
    );
    if (status === 200) return body;
    throw notFound(`The archive answered with status ${status}.`);
  } catch (error) {
    throw error instanceof ScrapeFailure ? notFound(error.message) : error;
  }
}
