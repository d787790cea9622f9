/** Short sounds made on the spot; no file is loaded. */

import { preferences } from "./preferences.svelte";

export type Sound = "card" | "draw" | "turn" | "alarm" | "tick" | "win" | "lose";

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds from the sound's beginning. */
  at: number;
  length: number;
  level: number;
  wave: OscillatorType;
}

const note = (pitch: number, at: number, length: number, level = 0.12): Note => ({
  pitch,
  at,
  length,
  level,
  wave: "sine",
});

const NOTES: Record<Exclude<Sound, "card" | "draw">, Note[]> = {
  turn: [note(587, 0, 0.14), note(880, 0.1, 0.22)],
  alarm: [note(988, 0, 0.1, 0.16), note(988, 0.14, 0.1, 0.16), note(1319, 0.28, 0.2, 0.16)],
  tick: [note(1200, 0, 0.04, 0.06)],
  win: [note(523, 0, 0.2), note(659, 0.12, 0.2), note(784, 0.24, 0.2), note(1047, 0.36, 0.5)],
  lose: [note(440, 0, 0.25), note(349, 0.18, 0.4)],
};

let context: AudioContext | null = null;

/** Browsers let a page sound only after a gesture; this one wakes it. */
export function wakeSound(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

export function play(sound: Sound): void {
  if (preferences.muted || context === null || context.state !== "running") return;
  if (sound === "card") rustle(context, 0.09, 1800, 0.5);
  else if (sound === "draw") rustle(context, 0.14, 900, 0.3);
  else for (const one of NOTES[sound]) ring(context, one);
}

function ring(audio: AudioContext, { pitch, at, length, level, wave }: Note): void {
  const start = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: wave, frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(level, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** Paper on felt: noise through a filter, gone at once. */
function rustle(audio: AudioContext, seconds: number, pitch: number, level: number): void {
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  const gain = new GainNode(audio, { gain: level });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}
