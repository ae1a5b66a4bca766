import { useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import type { Photos, PhotoUpload } from './use-photos.ts';

interface PhotoPickerProps extends Pick<Photos, 'photos' | 'rejected' | 'isKept' | 'remove'> {
  add: (files: Iterable<File>) => void;
  isBusy: boolean;
  /** The item's existing photos, as list items. */
  children?: ReactNode;
}

/** An input for choosing or dropping photos, with the upload progress of each. */
export function PhotoPicker({ photos, rejected, isKept, add, remove, isBusy, children }: PhotoPickerProps) {
  const { isOver, ...drop } = useFileDrop(add);
  return (
    <fieldset className={isOver ? 'photos drop' : 'photos'} {...drop}>
      <legend>Photos</legend>
      <ul className="photo-list">
        {children}
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <UploadLine photo={photo} title={`Photo ${index + 1}`} />
            {photo.state !== 'done' && !isBusy && (
              <Button
                className="link-button"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => remove(photo)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
        <li>
          <label className="add-photos">
            <span>Add photos, or drop them here</span>
            <input
              type="file"
              accept="image/*"
              multiple
              className="visually-hidden"
              disabled={isBusy}
              onChange={(event) => {
                add(event.target.files ?? []);
                event.target.value = '';
              }}
            />
          </label>
        </li>
      </ul>
      <div role="alert">
        {rejected.map(({ name, problem }) => (
          <p key={name} className="field-error">{`${name}: ${problem}`}</p>
        ))}
      </div>
      {!isKept && (
        <p className="field-hint" role="status">
          This browser cannot keep files: if you leave this page before saving, choose the photos again.
        </p>
      )}
    </fieldset>
  );
}

/** Event handlers that accept files dropped on an element. */
function useFileDrop(add: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      add(event.dataTransfer.files);
    },
  };
}

const STATES = { waiting: 'Not uploaded yet', uploading: 'Uploading', done: 'Uploaded', failed: 'Failed' };

function UploadLine({ photo, title }: { photo: PhotoUpload; title: string }) {
  const { url, progress, state, problem } = photo;
  return (
    <>
      <span className="picture portrait">
        <img src={url} alt={title} width="120" height="160" />
      </span>
      <progress aria-label={`Upload of ${title.toLowerCase()}`} value={progress} />
      <span className={state === 'failed' ? 'field-error' : 'field-hint'}>{problem ?? STATES[state]}</span>
    </>
  );
}
