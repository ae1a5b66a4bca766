import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import type { ItemDetail, Photo } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { itemKey, type ReadItem } from '../../components/use-item.ts';
import { RETRY_WHEN_ALLOWED } from '../../rate-limits.ts';
import { useCollection } from '../../services.ts';
import { changePhoto, OutdatedPhoto, type PhotoChange } from './change-photo.ts';
import { PhotoConflict } from './photo-conflict.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoTarget } from './photo-target.tsx';
import { usePhotos } from './use-photos.ts';

interface PhotoEditorProps {
  item: ItemDetail;
  /** Reads the item again, and resolves when it has been read. */
  refresh: () => Promise<unknown>;
}

/** The photos of an existing item. Each change is saved immediately. The first photo is the main one. */
export function PhotoEditor({ item, refresh }: PhotoEditorProps) {
  const uploads = usePhotos(`photos-${item.id}`);
  const { change, error, outdated, resolve } = usePhotoChanges(item, refresh);
  const [dragged, setDragged] = useState<number>();
  // Id of the photo that is being moved to another item.
  const [movingId, setMovingId] = useState<number>();
  const add = async (files: Iterable<File>) => {
    const newUploads = await uploads.add(files);
    await uploads.upload(item, [...uploads.photos, ...newUploads]);
    await refresh();
    uploads.clearDone();
  };
  const replace = async (id: number, files: readonly File[]) => {
    const [image] = await uploads.sortOut(files);
    if (image) change({ id, image });
  };
  const moved = useRef<{ id: number; to: Direction }>(undefined);
  const move = (from: number, to: number) => {
    const photo = item.photos[from];
    if (!photo) return;
    moved.current = { id: photo.id, to: to < from ? 'forward' : 'back' };
    change({ id: photo.id, to });
  };
  useEffect(() => {
    // Elements lose the focus when they are moved or disabled.
    if (moved.current && document.activeElement === document.body) focusMoveButton(moved.current);
    moved.current = undefined;
  }, [item.photos]);
  const dropOn = (index: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      // Some browsers do not start dragging without data.
      dataTransfer.setData('text/plain', '');
      setDragged(index);
    },
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return;
      // Otherwise a caption would insert the text that is dropped on it.
      event.preventDefault();
      move(dragged, index);
    },
  });
  return (
    <>
      {error && <Problem error={error} />}
      {outdated.map((outdatedChange, index) => (
        <PhotoConflict
          key={`${index} ${outdatedChange.id}`}
          item={item}
          change={outdatedChange}
          onResolve={(isMine) => resolve(outdatedChange, isMine)}
        />
      ))}
      <PhotoPicker {...uploads} add={(files) => void add(files)} isBusy={false}>
        {item.photos.map((photo, index) => (
          <li key={photo.id} className={dragged === index ? 'dragged' : ''} {...dropOn(index)}>
            <PhotoCard
              photo={photo}
              index={index}
              count={item.photos.length}
              change={(fields) => change({ id: photo.id, ...fields })}
              replace={(files) => void replace(photo.id, files)}
              move={(to) => move(index, to)}
              moveAway={() => setMovingId(photo.id)}
            />
          </li>
        ))}
      </PhotoPicker>
      {movingId !== undefined && (
        <PhotoTarget
          from={item.id}
          onChoose={(target) => {
            change({ id: movingId, target });
            setMovingId(undefined);
          }}
          onCancel={() => setMovingId(undefined)}
        />
      )}
    </>
  );
}

/** Changes photos one at a time, because leaving a caption for a button causes two changes. */
function usePhotoChanges(item: ItemDetail, refresh: () => Promise<unknown>) {
  const { photos } = useCollection();
  const queries = useQueryClient();
  // A list, because later changes must not hide earlier conflicts.
  const [outdated, setOutdated] = useState<readonly PhotoChange[]>([]);
  const { mutate: change, error } = useMutation({
    ...RETRY_WHEN_ALLOWED,
    // Uses the item after the previous change, which this component may not have rendered yet.
    mutationFn: (input: PhotoChange) =>
      changePhoto(photos, queries.getQueryData<ReadItem>(itemKey(item.id))?.item ?? item, input),
    scope: { id: `photos of ${item.id}` },
    onSettled: async (_result, failure, input) => {
      await refresh();
      if (input.target) await queries.invalidateQueries({ queryKey: itemKey(input.target.id) });
      if (failure instanceof OutdatedPhoto) setOutdated((current) => [...current, input]);
    },
  });

  function resolve(resolved: PhotoChange, isMine: boolean): void {
    setOutdated((current) => current.filter((pendingChange) => pendingChange !== resolved));
    if (isMine) change(resolved);
  }

  return { change, error: error instanceof OutdatedPhoto ? null : error, outdated, resolve };
}

type Direction = 'forward' | 'back';

/** Focuses the button that moves a photo further in this direction, or if it is disabled the opposite one. */
function focusMoveButton({ id, to }: { id: number; to: Direction }): void {
  const find = (direction: Direction) =>
    document.querySelector<HTMLButtonElement>(`[name="${direction}-${id}"]:not(:disabled)`);
  (find(to) ?? find(to === 'forward' ? 'back' : 'forward'))?.focus();
}

interface PhotoCardProps {
  photo: Photo;
  index: number;
  count: number;
  change: (fields: Omit<PhotoChange, 'id'>) => void;
  /** Called with the file that replaces the photo. */
  replace: (files: readonly File[]) => void;
  move: (to: number) => void;
  /** Opens the choice of another item to which the photo is moved. */
  moveAway: () => void;
}

function PhotoCard({ photo, index, count, change, replace, move, moveAway }: PhotoCardProps) {
  const name = `photo ${index + 1}`;
  const saveCaption = (caption: string) => {
    if (caption !== photo.caption) change({ caption });
  };
  return (
    <>
      <span className="picture portrait">
        {/* Only the card can be dragged, because a dragged picture would count as a file to upload. */}
        <img
          src={photo.image_card ?? photo.image}
          alt={photo.caption || name}
          width="120"
          height="160"
          draggable={false}
        />
      </span>
      <textarea
        key={photo.caption}
        rows={2}
        aria-label={`Caption of ${name}`}
        placeholder="Caption"
        dir="auto"
        maxLength={1000}
        defaultValue={photo.caption}
        onBlur={(event) => saveCaption(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter saves only the caption, not the form.
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <span className="photo-actions">
        <Button
          className="link-button"
          name={`forward-${photo.id}`}
          aria-label={`Move ${name} forward`}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <span aria-hidden="true">←</span> Forward
        </Button>
        <Button
          className="link-button"
          name={`back-${photo.id}`}
          aria-label={`Move ${name} back`}
          disabled={index === count - 1}
          onClick={() => move(index + 1)}
        >
          Back <span aria-hidden="true">→</span>
        </Button>
        {index === 0 ? (
          <span className="badge">Main</span>
        ) : (
          <Button className="link-button" aria-label={`Make main: ${name}`} onClick={() => move(0)}>
            Make main
          </Button>
        )}
        <label className="link-button">
          <span aria-hidden="true">Replace</span>
          <input
            type="file"
            accept="image/*"
            aria-label={`Replace ${name}`}
            className="visually-hidden"
            onChange={(event) => {
              replace([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
        <Button className="link-button wide" aria-label={`Move to another item: ${name}`} onClick={moveAway}>
          Move to another item …
        </Button>
        <Button
          className="link-button wide"
          aria-label={`Remove ${name}`}
          onClick={() => window.confirm('Remove this photo?') && change({ isRemoved: true })}
        >
          Remove
        </Button>
      </span>
    </>
  );
}
