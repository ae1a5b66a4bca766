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
  /** Reads the item again; resolves once that is done. */
  refresh: () => Promise<unknown>;
}

/** The photos of an item that exists: each change is saved at once. The first photo is the main one. */
export function PhotoEditor({ item, refresh }: PhotoEditorProps) {
  const uploads = usePhotos(`photos-${item.id}`);
  const { change, error, outdated, resolve } = usePhotoChanges(item, refresh);
  const [dragged, setDragged] = useState<number>();
  // Of the photo that is to be moved to another item.
  const [leaving, setLeaving] = useState<number>();
  const add = async (files: Iterable<File>) => {
    const added = await uploads.add(files);
    await uploads.upload(item, [...uploads.photos, ...added]);
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
    // Browsers take the focus from what is moved, and from buttons that are disabled.
    if (moved.current && document.activeElement === document.body) focusMover(moved.current);
    moved.current = undefined;
  }, [item.photos]);
  const dropOn = (index: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      // Some browsers drag nothing that has no data.
      dataTransfer.setData('text/plain', '');
      setDragged(index);
    },
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return;
      // A caption would take the text of what is dropped on it.
      event.preventDefault();
      move(dragged, index);
    },
  });
  return (
    <>
      {error && <Problem error={error} />}
      {outdated.map((one, index) => (
        <PhotoConflict
          key={`${index} ${one.id}`}
          item={item}
          change={one}
          onResolve={(isMine) => resolve(one, isMine)}
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
              moveAway={() => setLeaving(photo.id)}
            />
          </li>
        ))}
      </PhotoPicker>
      {leaving !== undefined && (
        <PhotoTarget
          from={item.id}
          onChoose={(target) => {
            change({ id: leaving, target });
            setLeaving(undefined);
          }}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

/** Changes photos one after the other: a caption may be left for a button. */
function usePhotoChanges(item: ItemDetail, refresh: () => Promise<unknown>) {
  const { photos } = useCollection();
  const queries = useQueryClient();
  // Later changes must not hide them.
  const [outdated, setOutdated] = useState<readonly PhotoChange[]>([]);
  const { mutate: change, error } = useMutation({
    ...RETRY_WHEN_ALLOWED,
    // As the change before has left it, which this component may not show yet.
    mutationFn: (input: PhotoChange) =>
      changePhoto(photos, queries.getQueryData<ReadItem>(itemKey(item.id))?.item ?? item, input),
    scope: { id: `photos of ${item.id}` },
    onSettled: async (_result, failure, input) => {
      await refresh();
      if (input.target) await queries.invalidateQueries({ queryKey: itemKey(input.target.id) });
      if (failure instanceof OutdatedPhoto) setOutdated((now) => [...now, input]);
    },
  });

  function resolve(resolved: PhotoChange, isMine: boolean): void {
    setOutdated((now) => now.filter((one) => one !== resolved));
    if (isMine) change(resolved);
  }

  return { change, error: error instanceof OutdatedPhoto ? null : error, outdated, resolve };
}

type Direction = 'forward' | 'back';

/** Focuses the button that moves a photo on, or else the one that moves it back. */
function focusMover({ id, to }: { id: number; to: Direction }): void {
  const find = (direction: Direction) =>
    document.querySelector<HTMLButtonElement>(`[name="${direction}-${id}"]:not(:disabled)`);
  (find(to) ?? find(to === 'forward' ? 'back' : 'forward'))?.focus();
}

interface PhotoCardProps {
  photo: Photo;
  index: number;
  count: number;
  change: (fields: Omit<PhotoChange, 'id'>) => void;
  /** Takes the file to show in its place. */
  replace: (files: readonly File[]) => void;
  move: (to: number) => void;
  /** Asks to which other item it is to be moved. */
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
        {/* The whole card is dragged: a dragged picture would be a file to upload. */}
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
          // Not the whole form.
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
