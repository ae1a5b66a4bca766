import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CONTENT_TYPE_IDS, type ItemType } from '@kitroom/collection-client';
import { describeError } from '../../components/feedback.tsx';
import { fieldErrorsOf } from '../../components/form.tsx';
import { RETRY_WHEN_ALLOWED } from '../../rate-limits.ts';
import { useCollection } from '../../services.ts';
import { checkPhoto } from './check-photo.ts';
import { keepFile, listFiles, removeFile, type DraftFile } from './photo-files.ts';

/** A chosen photo on its way to the service. */
export interface PhotoUpload extends DraftFile {
  /** Of the preview. */
  url: string;
  /** 0 to 1. */
  progress: number;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  problem?: string;
}

interface PhotoTarget {
  id: number;
  item_type: ItemType;
}

/** A file that cannot become a photo, and why. */
interface RejectedFile {
  name: string;
  problem: string;
}

/**
 * Photos that were chosen, and their upload one after the other once there is an item for them. Those that
 * are not uploaded yet are kept with the draft.
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
    const show = (kept: readonly DraftFile[]) =>
      setPhotos((now) => {
        const known = new Set(now.map(({ id }) => id));
        return [...kept.filter(({ id }) => !known.has(id)).map(toUpload), ...now];
      });
    // The form says that this browser does not keep photos.
    listFiles(draft).then(show, () => setKept(false));
  }, [draft]);

  function change(id: number, changes: Partial<PhotoUpload>): void {
    setPhotos((now) => now.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)));
  }

  /**
   * Returns the uploads of these files, which have not begun. Files that cannot become photos are shown as
   * rejected.
   */
  async function add(files: Iterable<File>): Promise<PhotoUpload[]> {
    const accepted = await sortOut([...files]);
    const last = Math.max(Date.now(), ...photos.map(({ id }) => id));
    const added = accepted.map((file, index) => toUpload({ id: last + 1 + index, file }));
    setPhotos((now) => [...now, ...added]);
    // The form says that this browser does not keep photos.
    Promise.all(added.map(({ id, file }) => keepFile(draft, { id, file }))).catch(() => setKept(false));
    return added;
  }

  /** Returns the files that can become photos, and shows the others as rejected until more are chosen. */
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

  /** A file that cannot be removed was not kept either. */
  async function forget(id: number): Promise<void> {
    // The form says that this browser does not keep photos.
    await removeFile(draft, id).catch(() => setKept(false));
  }

  function remove({ id, url }: PhotoUpload): void {
    void forget(id).finally(() => {
      URL.revokeObjectURL(url);
      setPhotos((now) => now.filter((photo) => photo.id !== id));
    });
  }

  /** Uploads what is not there yet; true if all photos are. */
  async function upload(item: PhotoTarget, uploads: readonly PhotoUpload[] = photos): Promise<boolean> {
    let failed = 0;
    for (const { id, file } of uploads.filter(({ state }) => state !== 'done')) {
      change(id, { state: 'uploading', progress: 0 });
      try {
        await send.mutateAsync({ id, file, item });
        change(id, { state: 'done', progress: 1 });
        await forget(id);
      } catch (error) {
        failed += 1;
        change(id, { state: 'failed', problem: describeUploadError(error as Error) });
      }
    }
    return failed === 0;
  }

  /** Stops showing what has been uploaded: the item shows it from now on. */
  function clearDone(): void {
    setPhotos((now) => now.filter(({ state }) => state !== 'done'));
  }

  return { photos, rejected, isKept, add, sortOut, remove, upload, clearDone };
}

export type Photos = ReturnType<typeof usePhotos>;

function toUpload(kept: DraftFile): PhotoUpload {
  return { ...kept, url: URL.createObjectURL(kept.file), progress: 0, state: 'waiting' };
}

function describeUploadError(error: Error): string {
  return fieldErrorsOf(error)['image']?.join(' ') ?? describeError(error);
}
