import test from 'node:test';
import assert from 'node:assert/strict';
import { FrameLoop, ReplayClock, speedsOf } from '../../Sources/PageFiles/Script/clock.js';

/** A clock from 1,000 to 61,000 ms, and the watch that it reads. */
function clockAndWatch(settings = {}) {
  const watch = { now: 0 };
  const clock = new ReplayClock({ begin: 1000, end: 61_000, speed: 10, now: () => watch.now, ...settings });
  return { clock, watch };
}

test('A clock stands at the begin until it is started', () => {
  const { clock, watch } = clockAndWatch();
  watch.now = 5000;
  assert.equal(clock.time, 1000);
  assert.equal(clock.playing, false);
});

test('Time passes at the speed of the replay', () => {
  const { clock, watch } = clockAndWatch();
  clock.play();
  watch.now = 500;
  assert.equal(clock.time, 6000);
  clock.speed = 2;
  watch.now = 1500;
  assert.equal(clock.time, 8000);
  clock.pause();
  watch.now = 9000;
  assert.equal(clock.time, 8000);
});

test('At the end the clock pauses, and to play begins again', () => {
  const { clock, watch } = clockAndWatch();
  clock.play();
  watch.now = 100_000;
  assert.equal(clock.tick(), 61_000);
  assert.equal(clock.playing, false);
  clock.play();
  assert.equal(clock.time, 1000);
});

test('Seeking keeps within the drive, and a playing clock plays on from there', () => {
  const { clock, watch } = clockAndWatch();
  clock.seek(-5);
  assert.equal(clock.time, 1000);
  clock.seek(1e9);
  assert.equal(clock.time, 61_000);
  clock.seek(20_000);
  clock.play();
  watch.now = 100;
  clock.seek(30_000);
  watch.now = 200;
  assert.equal(clock.time, 31_000);
});

test('Speeds step through the list and stay at its ends', () => {
  const { clock } = clockAndWatch({ speed: 7 });
  clock.stepSpeed(1);
  assert.equal(clock.speed, 10);
  clock.speed = 100;
  clock.stepSpeed(1);
  assert.equal(clock.speed, 100);
  clock.speed = 1;
  clock.stepSpeed(-1);
  assert.equal(clock.speed, 1);
});

test('Changes are told, the passing of time is not', () => {
  const told = [];
  const { clock, watch } = clockAndWatch({ onChange: () => told.push('change') });
  clock.play();
  watch.now = 100;
  clock.tick();
  clock.seek(5000);
  clock.pause();
  clock.pause();
  assert.equal(told.length, 3);
});

test('A drive that takes no time does not play', () => {
  const { clock } = clockAndWatch({ begin: 0, end: 0 });
  clock.play();
  assert.equal(clock.playing, false);
  assert.equal(clock.time, 0);
});

/** Frames drawn of a screen that ticks every `tick` ms for a second. */
function framesDrawn(rate, tick) {
  const screen = { callback: null, asked: 0 };
  let drawn = 0;
  const loop = new FrameLoop({
    rate,
    draw: () => (drawn += 1),
    request: (callback) => {
      screen.callback = callback;
      screen.asked += 1;
      return screen.asked;
    },
    cancel: () => (screen.callback = null),
  });
  loop.start();
  for (let now = 0; now < 1000; now += tick) screen.callback(now);
  loop.stop();
  assert.equal(screen.callback, null);
  return drawn;
}

test('The frame rate leaves out frames of faster screens, and draws all of slower ones', () => {
  for (const [rate, tick, least, most] of [
    [60, 1000 / 60, 59, 61],
    [30, 1000 / 60, 29, 31],
    [30, 1000 / 144, 28, 31],
    [10, 1000 / 60, 9, 11],
    [60, 50, 20, 20],
  ]) {
    const drawn = framesDrawn(rate, tick);
    assert.ok(drawn >= least && drawn <= most, `${rate} Hz on ${tick} ms: ${drawn}`);
  }
});

test('A playing clock skips pauses that would take long, and not those that are over at once', () => {
  const pauses = [{ begin: 11_000, end: 41_000 }, { begin: 50_000, end: 51_000 }];
  const { clock, watch } = clockAndWatch({ pauses });
  clock.play();
  watch.now = 1100;
  assert.equal(clock.tick(), 41_000);
  watch.now = 2050;
  assert.equal(clock.tick(), 50_500);
  clock.skips = false;
  clock.seek(12_000);
  assert.equal(clock.tick(), 12_000);
});

test('Any drive plays in a minute at one of its speeds, at which it begins', () => {
  assert.deepEqual(speedsOf(60_000, 10), { speeds: [1, 2, 5, 10, 20, 50, 100], speed: 10 });
  const month = 30 * 86_400_000;
  const { speeds, speed } = speedsOf(month, 10);
  assert.ok(month / speed <= 60_000);
  assert.equal(speeds.at(-1), speed);
});
