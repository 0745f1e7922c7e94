import{j as a,k as b}from"./chunk-QUKBAN4K.js";import"./chunk-WOT6VMZA.js";export{a as csv,b as readCsv};
