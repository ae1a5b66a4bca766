import { useRef, useState, type KeyboardEvent } from 'react';
import {
  PHOTO_AVIF_MAX_PIXELS,
  PHOTO_CARD_PIXELS,
  type ItemDetail,
  type Photo,
} from '@kitroom/collection-client';
import { Button } from './button.tsx';
import { CardPhoto } from './item-wall.tsx';

/** An item's photos, which open large; without photos, the picture of its kit. */
export function ItemGallery({ item: { photos, labels } }: { item: ItemDetail }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Of the photo that is open: no other is loaded in full size.
  const [index, setIndex] = useState<number>();
  const open = (at: number) => {
    setIndex(at);
    dialog.current?.showModal();
  };
  return (
    <div className="gallery">
      {photos.length === 0 && <CardPhoto src={null} kitImage={labels.kit_image} />}
      {photos.map((photo, at) => (
        <Button
          key={photo.id}
          className={at === 0 ? 'picture photo-button main-photo' : 'picture portrait photo-button'}
          aria-label={`Open ${describePhoto(photo, at)}`}
          onClick={() => open(at)}
        >
          <img
            src={photo.image_card ?? photo.image}
            {...(at === 0 && { srcSet: listRenditions(photo), sizes: MAIN_SIZES })}
            alt={describePhoto(photo, at)}
            width={at === 0 ? photo.width : 240}
            height={at === 0 ? photo.height : 320}
            loading={at === 0 ? 'eager' : 'lazy'}
          />
        </Button>
      ))}
      <LargePhoto dialog={dialog} photos={photos} index={index} setIndex={setIndex} />
    </div>
  );
}

/** How wide the main photo is: the window, or its part beside the facts. */
const MAIN_SIZES = '(max-width: 46rem) 100vw, 45rem';

/** The renditions of a photo with their widths, for browsers to take the smallest that is sharp. */
function listRenditions({ image, image_card: card, image_avif: avif, width, height }: Photo): string {
  const { width: cardWidth, height: cardHeight } = PHOTO_CARD_PIXELS;
  const toWidth = (scale: number) => Math.round(width * Math.min(1, scale));
  const largest = PHOTO_AVIF_MAX_PIXELS / Math.max(width, height);
  return [
    card && `${card} ${toWidth(Math.min(cardWidth / width, cardHeight / height))}w`,
    avif ? `${avif} ${toWidth(largest)}w` : `${image} ${width}w`,
  ]
    .filter(Boolean)
    .join(', ');
}

function describePhoto({ caption }: Photo, index: number): string {
  return caption || (index === 0 ? 'Main photo' : `Photo ${index + 1}`);
}

interface LargePhotoProps {
  dialog: React.RefObject<HTMLDialogElement | null>;
  photos: readonly Photo[];
  index: number | undefined;
  setIndex: (index: number | undefined) => void;
}

/** One photo as large as the window; arrow keys lead to the others, Escape closes. */
function LargePhoto({ dialog, photos, index, setIndex }: LargePhotoProps) {
  const at = index ?? 0;
  const photo = index === undefined ? undefined : photos[index];
  const step = (by: number) => setIndex((at + by + photos.length) % photos.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  return (
    <dialog
      ref={dialog}
      className="large-photo"
      aria-label="Photo"
      onKeyDown={onKeyDown}
      onClose={() => setIndex(undefined)}
    >
      {photo && (
        <figure>
          <img
            key={photo.id}
            src={photo.image_avif ?? photo.image}
            alt={describePhoto(photo, at)}
            width={photo.width}
            height={photo.height}
          />
          <figcaption aria-live="polite">
            {[`${at + 1} of ${photos.length}`, photo.caption].filter(Boolean).join(' · ')}
          </figcaption>
        </figure>
      )}
      <div className="actions">
        {photos.length > 1 && (
          <>
            <Button className="choice" onClick={() => step(-1)}>
              Previous photo
            </Button>
            <Button className="choice" onClick={() => step(1)}>
              Next photo
            </Button>
          </>
        )}
        <Button className="choice" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
