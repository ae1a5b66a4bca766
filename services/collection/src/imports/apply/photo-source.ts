import type { ExportedPhoto } from '@kitroom/collection-client';
import type { StoredPicture } from '../../photos/store-picture.ts';
import type { Cells } from '../reading/source-table.ts';

/** A photo whose picture is stored, and to which no row refers yet. */
export interface RestoredPhoto {
  photo: Pick<ExportedPhoto, 'order' | 'caption'> & { uploaded_at?: string };
  picture: StoredPicture;
}

/** The photos of a row, and the addresses of those that cannot be had. */
export interface RowPhotos {
  photos: RestoredPhoto[];
  missing: string[];
}

/** Stores the pictures of a row's photos. */
export type PhotoSource = (cells: Cells) => Promise<RowPhotos>;
