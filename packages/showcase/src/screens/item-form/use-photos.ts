import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CONTENT_TYPE_IDS, type ItemType } from '@kitroom/collection-client';
import { describeError } from '../../components/feedback.tsx';
import { fieldErrorsOf } from '../../components/form.tsx';
import { RETRY_WHEN_ALLOWED } from '../../rate-limits.ts';
import { useCollection } from '../../services.ts';
import { checkPhoto } from './check-photo.ts';
import { keepFile, listFiles, removeFile, type DraftFile } from './photo-files.ts';

/** A chosen photo and the state of its upload. */
export interface PhotoUpload extends DraftFile {
  /** The URL of the preview. */
  url: string;
  /** From 0 to 1. */
  progress: number;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  problem?: string;
}

interface PhotoTarget {
  id: number;
  item_type: ItemType;
}

/** A file that cannot be uploaded as a photo. */
interface RejectedFile {
  name: string;
  problem: string;
}

/**
 * The chosen photos of a draft, which are uploaded one at a time once the item exists. Until then, the
 * browser stores them with the draft.
 */
export function usePhotos(draft: string) {
  const collection = useCollection();
  const send = useMutation({
    ...RETRY_WHEN_ALLOWED,
    mutationFn: ({ id, file, item }: DraftFile & { item: PhotoTarget }) =>
      collection.photos.upload(
        { image: file, content_type: CONTENT_TYPE_IDS[item.item_type], object_id: item.id },
        { onUploadProgress: ({ sent, total }) => change(id, { progress: sent / total }) },
      ),
  });
  const [photos, setPhotos] = useState<readonly PhotoUpload[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const [isKept, setKept] = useState(true);

  useEffect(() => {
    const show = (stored: readonly DraftFile[]) =>
      setPhotos((current) => {
        const shownIds = new Set(current.map(({ id }) => id));
        return [...stored.filter(({ id }) => !shownIds.has(id)).map(toUpload), ...current];
      });
    // If this fails, the form shows that the browser cannot store photos.
    listFiles(draft).then(show, () => setKept(false));
  }, [draft]);

  function change(id: number, changes: Partial<PhotoUpload>): void {
    setPhotos((current) => current.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)));
  }

  /**
   * Adds files and returns their uploads, which have not started. Files that cannot become photos are shown
   * as rejected.
   */
  async function add(files: Iterable<File>): Promise<PhotoUpload[]> {
    const accepted = await sortOut([...files]);
    const lastId = Math.max(Date.now(), ...photos.map(({ id }) => id));
    const added = accepted.map((file, index) => toUpload({ id: lastId + 1 + index, file }));
    setPhotos((current) => [...current, ...added]);
    // If this fails, the form shows that the browser cannot store photos.
    Promise.all(added.map(({ id, file }) => keepFile(draft, { id, file }))).catch(() => setKept(false));
    return added;
  }

  /** Returns the valid files, and shows the others as rejected until more files are chosen. */
  async function sortOut(files: readonly File[]): Promise<File[]> {
    const problems = await Promise.all(files.map(checkPhoto));
    setRejected(
      files.flatMap(({ name }, index) => {
        const problem = problems[index];
        return problem === undefined ? [] : [{ name, problem }];
      }),
    );
    return files.filter((_file, index) => problems[index] === undefined);
  }

  async function removeStored(id: number): Promise<void> {
    // A file that cannot be removed was not stored either.
    await removeFile(draft, id).catch(() => setKept(false));
  }

  function remove({ id, url }: PhotoUpload): void {
    void removeStored(id).finally(() => {
      URL.revokeObjectURL(url);
      setPhotos((current) => current.filter((photo) => photo.id !== id));
    });
  }

  /** Uploads the remaining photos. Returns whether all succeeded. */
  async function upload(item: PhotoTarget, uploads: readonly PhotoUpload[] = photos): Promise<boolean> {
    let failed = 0;
    for (const { id, file } of uploads.filter(({ state }) => state !== 'done')) {
      change(id, { state: 'uploading', progress: 0 });
      try {
        await send.mutateAsync({ id, file, item });
        change(id, { state: 'done', progress: 1 });
        await removeStored(id);
      } catch (error) {
        failed += 1;
        change(id, { state: 'failed', problem: describeUploadError(error as Error) });
      }
    }
    return failed === 0;
  }

  /** Removes finished uploads from the list, because the item contains these photos now. */
  function clearDone(): void {
    setPhotos((current) => current.filter(({ state }) => state !== 'done'));
  }

  return { photos, rejected, isKept, add, sortOut, remove, upload, clearDone };
}

export type Photos = ReturnType<typeof usePhotos>;

function toUpload(draftFile: DraftFile): PhotoUpload {
  return { ...draftFile, url: URL.createObjectURL(draftFile.file), progress: 0, state: 'waiting' };
}

function describeUploadError(error: Error): string {
  return fieldErrorsOf(error)['image']?.join(' ') ?? describeError(error);
}
