// Bundles the page: src/main.js with three.js and uPlot, and the styles, into ../assets. Says in manifest.json what it was made of, for the test that
// the assets are those of the sources.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { build } from "esbuild";

const out = "../assets";
mkdirSync(out, { recursive: true });
await build({
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  outfile: `${out}/page.js`,
});
await build({
  entryPoints: ["src/page.css"],
  bundle: true,
  minify: true,
  outfile: `${out}/page.css`,
});
const versions = {};
let notices = "The page contains these libraries.\n";
for (const name of ["three", "uplot"]) {
  const folder = `node_modules/${name}`;
  versions[name] = JSON.parse(readFileSync(`${folder}/package.json`)).version;
  notices += `\n${name} ${versions[name]}\n\n${readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`;
}
writeFileSync(`${out}/LICENSES`, notices);
const hash = (text) => createHash("sha256").update(text).digest("hex");
const sources = {};
for (const name of readdirSync("src").sort()) {
  sources[name] = hash(readFileSync(`src/${name}`));
}
sources["package-lock.json"] = hash(readFileSync("package-lock.json"));
const assets = {};
for (const name of ["page.js", "page.css"]) {
  assets[name] = hash(readFileSync(`${out}/${name}`));
}
writeFileSync(`${out}/manifest.json`, JSON.stringify({ versions, sources, assets }, null, 2) + "\n");
