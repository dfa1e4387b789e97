import test from 'node:test';
import assert from 'node:assert/strict';
import { Camera, Glide, eased } from '../../Sources/PageFiles/Script/camera.js';
import { View } from '../../Sources/PageFiles/Script/picture.js';
import {
  headingOf, latOfY, lonOfX, metresBetween, xOfLon, yOfLat,
} from '../../Sources/PageFiles/Script/projection.js';

function camera(zoom = 15) {
  const made = new Camera();
  Object.assign(made, { width: 800, height: 600 });
  made.state = { lat: 54.7, lon: 2.83, zoom };
  return made;
}

function near(actual, expected, tolerance) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}

test('places come back from the projection', () => {
  for (const [lat, lon] of [[0, 0], [54.7, 2.83], [-85, -180], [60, 179.999]]) {
    near(latOfY(yOfLat(lat)), lat, 1e-9);
    near(lonOfX(xOfLon(lon)), lon, 1e-9);
  }
  near(lonOfX(xOfLon(181)), -179, 1e-9);
});

test('lengths are those of the ellipsoid', () => {
  const metres = (lat1, lon1, lat2, lon2) => metresBetween(xOfLon(lon1), yOfLat(lat1), xOfLon(lon2), yOfLat(lat2));
  near(metres(0, 0, 0, 0.01), 1113.195, 0.001);
  near(metres(0, 0, 0.01, 0), 1105.743, 0.01);
  near(metres(60, 10, 60, 10.01), 558.003, 0.01);
  near(metres(60, 10, 60.01, 10), 1114.122, 0.05);
});

test('headings run clockwise from north', () => {
  assert.deepEqual([[0, -1], [1, 0], [0, 1], [-1, 0]].map(([x, y]) => headingOf(0, 0, x, y)), [0, 90, 180, 270]);
});

test('the screen and the world agree', () => {
  const view = camera();
  const place = view.toWorld(123, 456);
  const back = view.toScreen(place.x, place.y);
  near(back.x, 123, 1e-6);
  near(back.y, 456, 1e-6);
  assert.deepEqual(view.toScreen(view.x, view.y), { x: 400, y: 300 });
});

test('zooming keeps the place under the pointer', () => {
  const view = camera();
  const before = view.toWorld(700, 100);
  view.zoomTo(17.3, 700, 100);
  const after = view.toWorld(700, 100);
  near(after.x, before.x, 1e-12);
  near(after.y, before.y, 1e-12);
  assert.equal(view.zoom, 17.3);
});

test('panning moves the map with the hand', () => {
  const view = camera();
  const place = view.toWorld(400, 300);
  view.panBy(30, -20);
  const moved = view.toScreen(place.x, place.y);
  near(moved.x, 430, 1e-6);
  near(moved.y, 280, 1e-6);
});

test('a box fits with its padding, and a single place is not magnified without end', () => {
  const view = camera();
  const box = { minX: 0.5, maxX: 0.5001, minY: 0.3, maxY: 0.30001 };
  view.fit(box, 50);
  near(view.toScreen(box.minX, box.minY).x, 50, 1e-6);
  near(view.toScreen(box.maxX, box.maxY).x, 750, 1e-6);
  view.fit({ minX: 0.5, maxX: 0.5, minY: 0.3, maxY: 0.3 }, 50);
  assert.equal(view.zoom, 18);
});

test('a box fits beside and below what is covered', () => {
  const view = camera();
  const box = { minX: 0.5, maxX: 0.5001, minY: 0.3, maxY: 0.30001 };
  view.fit(box, 50, { left: 200 });
  near(view.toScreen(box.minX, box.minY).x, 250, 1e-6);
  near(view.toScreen(box.maxX, box.maxY).x, 750, 1e-6);
  view.fit(box, 50, { top: 100 });
  near(view.toScreen(0.5, 0.300005).y, 350, 1e-6);
});

test('zooms stay within their limits', () => {
  const view = camera();
  view.zoomTo(99);
  assert.equal(view.zoom, 21);
  view.zoomTo(-5);
  assert.equal(view.zoom, 1);
});

test('the state of a camera beyond the antimeridian names degrees within 180, and leads back to the same side', () => {
  const view = camera();
  view.centre(xOfLon(180.5), 0.4);
  near(view.state.lon, -179.5, 1e-9);
  view.state = { lat: 0, lon: 179.5, zoom: 10 };
  near(view.x, xOfLon(179.5), 1e-9);
  view.state = { lat: 0, lon: -179.5, zoom: 10 };
  near(view.x, xOfLon(180.5), 1e-9);
});

test('a glide arrives at its zoom and ends', () => {
  const view = camera(14);
  const glide = new Glide();
  glide.zoomTo(16, 100, 100);
  const fixed = view.toWorld(100, 100);
  for (let i = 0; i < 200 && glide.moving; i += 1) glide.step(view, 16);
  assert.equal(view.zoom, 16);
  assert.equal(glide.moving, false);
  near(view.toWorld(100, 100).x, fixed.x, 1e-12);
});

test('a thrown map runs on and comes to rest', () => {
  const view = camera(14);
  const begin = view.x;
  const glide = new Glide();
  glide.throwBy(-1, 0);
  for (let i = 0; i < 400 && glide.moving; i += 1) glide.step(view, 16);
  assert.equal(glide.moving, false);
  near((view.x - begin) * view.scale, 260, 8);
});

test('on a turned map the heading is up, and places come back from the screen', () => {
  const view = camera();
  view.bearing = 90;
  const east = view.toScreen(view.x + 10 / view.scale, view.y);
  near(east.x, 400, 1e-6);
  near(east.y, 290, 1e-6);
  const place = view.toWorld(123, 456);
  const back = view.toScreen(place.x, place.y);
  near(back.x, 123, 1e-6);
  near(back.y, 456, 1e-6);
  view.panBy(30, -20);
  const moved = view.toScreen(place.x, place.y);
  near(moved.x, 153, 1e-6);
  near(moved.y, 436, 1e-6);
});

test('a turned map sees all that is in its box, and a fit turns it back', () => {
  const view = camera();
  view.bearing = 30;
  const box = view.box();
  for (const [px, py] of [[0, 0], [800, 0], [0, 600], [800, 600]]) {
    const { x, y } = view.toWorld(px, py);
    assert.ok(x >= box.minX - 1e-12 && x <= box.maxX + 1e-12 && y >= box.minY - 1e-12 && y <= box.maxY + 1e-12);
  }
  view.fit(box, 10);
  assert.equal(view.bearing, 0);
});

test('a picture of a turned map has its places where the camera sees them', () => {
  const view = camera();
  view.bearing = 200;
  const picture = new View(view, 100);
  const { x, y } = view.toWorld(650, 40);
  const [px, py] = picture.at(x, y);
  near(px, 750, 1e-5);
  near(py, 140, 1e-5);
  assert.ok(picture.covers(view, 90));
  view.bearing = 230;
  assert.ok(!picture.covers(view, 90));
});

test('a turn takes the shorter way round and arrives', () => {
  const half = eased(350, 20, 208, 360);
  near(half, 5, 0.5);
  assert.equal(eased(350, 20, 5000, 360), 20);
  assert.equal(eased(20, 350, 5000, 360), 350);
  near(eased(15, 351, 208, 360), 3, 0.1);
  near(eased(0, 1, 208), 0.5, 0.01);
});
