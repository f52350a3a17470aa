<<<<<<<< HEAD:dist/review-CK8QaJxp.js
export{t as runCheck,n as runDiff,r as runEstimate,i as runReview}from"./judge-CIGMrUD6.js";
========
export{t as runCheck,n as runDiff,r as runEstimate,i as runReview}from"./judge-C29CXx9f.js";
>>>>>>>> 65f65e88 (Word verdicts, baselines, upgrades and snapshot caveats plainly):dist/review-qZ_mmOkw.js
