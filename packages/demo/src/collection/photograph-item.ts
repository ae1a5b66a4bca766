import type { DemoItem, DemoThing } from './demo-item.ts';
import type { DemoLook } from './demo-look.ts';
import { drawPants, drawShorts, drawSocks } from './draw-legwear.ts';
import { BACKDROP_NAMES, drawPhoto, type Backdrop, type DrawnPhoto, type Placed } from './draw-photo.ts';
import { drawHoodie, drawShirt, drawShirtBack, drawSignature, type ShirtCut } from './draw-shirts.ts';
import { drawCap, drawPin, drawScarf } from './draw-small-things.ts';

/** A photo to be taken. */
export interface PhotoPlan {
  caption: string;
  draw(): DrawnPhoto;
}

/** What is seen of one item. */
interface Motif {
  item: DemoItem;
  look: DemoLook;
  backdrop: Backdrop;
}

/** Plans the photos of an item: one to three, the main one first. `place` is the item's in its collection. */
export function planPhotos(item: DemoItem, look: DemoLook, place: number): PhotoPlan[] {
  const backdrop = BACKDROP_NAMES[place % BACKDROP_NAMES.length] ?? 'linen';
  return PLANS[item.thing]({ item, look, backdrop });
}

const PLANS: Readonly<Record<DemoThing, (motif: Motif) => PhotoPlan[]>> = {
  jersey: planJersey,
  shorts: ({ item, look, backdrop }) =>
    flat('Front', backdrop, { figure: drawShorts(look, item.number), scale: 3.3 }),
  jacket: planJacket,
  windbreaker: planJacket,
  hoodie: ({ look, backdrop }) => [
    ...flat('Front', backdrop, { figure: drawHoodie(look), scale: 3.1, at: [450, 575] }),
    ...flat('Hood and strings', backdrop, { figure: drawHoodie(look), scale: 6.8, of: [128, 70] }),
  ],
  crewneck: ({ look, backdrop }) =>
    hung('Front', backdrop, drawShirt(look, { category: 'training', hasLongSleeves: true })),
  tracksuit: ({ look, backdrop }) => [
    {
      caption: 'Jacket and trousers',
      draw: () =>
        drawPhoto(backdrop, [
          { figure: drawShirt(look, { category: 'jacket' }), scale: 2.5, at: [350, 400], turn: -4 },
          { figure: drawPants(look), scale: 2.6, at: [625, 720], turn: 6 },
        ]),
    },
  ],
  pants: ({ look, backdrop }) => flat('Front', backdrop, { figure: drawPants(look), scale: 3.9 }),
  pin: ({ item, look, backdrop }) =>
    flat('Front', backdrop, { figure: drawPin(look, item.lettering ?? ''), scale: 3 }),
  cap: ({ item, look, backdrop }) =>
    flat('Front', backdrop, { figure: drawCap(look, item.lettering ?? ''), scale: 3.4 }),
  socks: ({ look, backdrop }) => flat('The pair', backdrop, { figure: drawSocks(look), scale: 3.3 }),
  scarf: ({ item, look, backdrop }) =>
    flat('Both ends', backdrop, { figure: drawScarf(look, item.lettering ?? ''), scale: 3.9 }),
};

function planJersey({ item, look, backdrop }: Motif): PhotoPlan[] {
  const { nameset, isSigned, hasCloseUp, hasLongSleeves = false } = item;
  const cut: ShirtCut = { hasLongSleeves };
  const signature = isSigned && nameset ? drawSignature(nameset[0], look) : '';
  const front = `${drawShirt(look, cut)}${signature}`;
  const photos = hung('Front', backdrop, front);
  if (nameset) {
    const [name, number] = nameset;
    const figure = drawShirtBack(look, cut, { name, number });
    photos.push(...hung(`Back: ${name} ${number}`, backdrop, figure));
  }
  if (signature) photos.push(...flat('The signature', backdrop, { figure: front, scale: 7, of: [128, 165] }));
  else if (hasCloseUp) photos.push(...flat('Collar', backdrop, { figure: front, scale: 6.5, of: [128, 80] }));
  return photos;
}

function planJacket({ look, backdrop }: Motif): PhotoPlan[] {
  const figure = drawShirt(look, { category: 'jacket' });
  return [
    ...hung('Front', backdrop, figure),
    ...flat('Collar and zip', backdrop, { figure, scale: 6.5, of: [128, 78] }),
  ];
}

/** On a hanger: its neck stays where the hanger's is. */
function hung(caption: string, backdrop: Backdrop, figure: string): PhotoPlan[] {
  const placed: Placed = { figure, scale: 3.2, at: [450, 240], of: [128, 16] };
  return [{ caption, draw: () => drawPhoto(backdrop, [placed], true) }];
}

function flat(caption: string, backdrop: Backdrop, placed: Placed): PhotoPlan[] {
  return [{ caption, draw: () => drawPhoto(backdrop, [placed]) }];
}
