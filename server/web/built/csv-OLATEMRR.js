import{h as a,i as b}from"./chunk-ANIQA7XI.js";import"./chunk-WOT6VMZA.js";export{a as csv,b as readCsv};
