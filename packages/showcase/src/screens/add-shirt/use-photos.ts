import { CONTENT_TYPE_IDS } from '@kitroom/collection-client';
import { useState } from 'react';
import { describeError } from '../../components/feedback.tsx';
import { fieldErrorsOf } from '../../components/field-errors.ts';
import { useCollection } from '../../services.ts';

/** A chosen photo on its way to the service. */
export interface PhotoUpload {
  file: File;
  /** Of the preview. */
  url: string;
  /** 0 to 1. */
  progress: number;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  problem?: string;
}

/** Photos that were chosen, and their upload one after the other once there is an item for them. */
export function usePhotos() {
  const collection = useCollection();
  const [photos, setPhotos] = useState<readonly PhotoUpload[]>([]);

  function change(url: string, changes: Partial<PhotoUpload>): void {
    setPhotos((now) => now.map((photo) => (photo.url === url ? { ...photo, ...changes } : photo)));
  }

  function add(files: Iterable<File>): void {
    const added = [...files].map((file) => ({
      file,
      url: URL.createObjectURL(file),
      progress: 0,
      state: 'waiting' as const,
    }));
    setPhotos((now) => [...now, ...added]);
  }

  function remove(url: string): void {
    URL.revokeObjectURL(url);
    setPhotos((now) => now.filter((photo) => photo.url !== url));
  }

  /** Uploads what is not there yet; true if all photos are. */
  async function upload(itemId: number): Promise<boolean> {
    let failed = 0;
    for (const photo of photos.filter(({ state }) => state !== 'done')) {
      change(photo.url, { state: 'uploading', progress: 0 });
      try {
        await collection.photos.upload(
          { image: photo.file, content_type: CONTENT_TYPE_IDS.jersey, object_id: itemId },
          { onUploadProgress: ({ sent, total }) => change(photo.url, { progress: sent / total }) },
        );
        change(photo.url, { state: 'done', progress: 1 });
      } catch (error) {
        failed += 1;
        change(photo.url, { state: 'failed', problem: describeUploadError(error as Error) });
      }
    }
    return failed === 0;
  }

  return { photos, add, remove, upload };
}

export type Photos = ReturnType<typeof usePhotos>;

function describeUploadError(error: Error): string {
  return fieldErrorsOf(error)['image']?.join(' ') ?? describeError(error);
}
