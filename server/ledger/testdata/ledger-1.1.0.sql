SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA payslate_1_1_0;
CREATE FUNCTION payslate_1_1_0.ledger_entries_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN
			IF TG_OP = 'DELETE' THEN
				IF EXISTS (SELECT 1 FROM ledger_checkpoints WHERE key_id = OLD.key_id AND through >= coalesce(OLD.number, 0)) THEN RETURN OLD; END IF;
			END IF;
			RAISE EXCEPTION 'entries are append-only'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE payslate_1_1_0.ledger_checkpoints (
    key_id text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    through bigint NOT NULL,
    base bytea NOT NULL,
    folded bytea NOT NULL,
    loose bigint NOT NULL,
    credits bigint NOT NULL,
    seal bytea NOT NULL
);
CREATE TABLE payslate_1_1_0.ledger_entries (
    key_id text NOT NULL,
    id text DEFAULT (gen_random_uuid())::text NOT NULL,
    kind text NOT NULL,
    operation text NOT NULL,
    delta bigint NOT NULL,
    calls bigint NOT NULL,
    at bigint NOT NULL,
    number bigint,
    seal bytea,
    CONSTRAINT ledger_entries_check CHECK ((((kind = 'grant'::text) AND (calls = 0) AND (delta >= 0)) OR ((kind = 'debit'::text) AND (calls > 0) AND (delta = (- calls))) OR ((kind = 'refund'::text) AND (calls < 0) AND (delta = (- calls))))),
    CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'debit'::text, 'refund'::text])))
);
CREATE TABLE payslate_1_1_0.ledger_former_secrets (
    secret_hash bytea NOT NULL,
    key_id text NOT NULL,
    ends_at bigint NOT NULL
);
CREATE TABLE payslate_1_1_0.ledger_idempotency (
    key_id text NOT NULL,
    idempotency_key text NOT NULL,
    request_digest bytea NOT NULL,
    token text NOT NULL,
    expires_at bigint NOT NULL,
    status bigint NOT NULL,
    header text NOT NULL,
    body bytea,
    remaining bigint NOT NULL
);
CREATE TABLE payslate_1_1_0.ledger_keys (
    id text NOT NULL,
    secret_hash bytea NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    balance bigint NOT NULL,
    last_used_day text DEFAULT ''::text NOT NULL,
    sealed bigint DEFAULT 0 NOT NULL,
    head bytea,
    CONSTRAINT ledger_keys_balance_check CHECK ((balance >= 0)),
    CONSTRAINT ledger_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE TABLE payslate_1_1_0.ledger_limits (
    key_id text NOT NULL,
    expires_at bigint NOT NULL,
    scopes text NOT NULL,
    budget bigint NOT NULL,
    spent_month text NOT NULL,
    spent bigint NOT NULL,
    full_balance bigint NOT NULL,
    rotations bigint NOT NULL
);
CREATE TABLE payslate_1_1_0.ledger_schema (
    only_row boolean NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT ledger_schema_only_row_check CHECK (only_row)
);
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_7uyjcqvjq3nl', 3, 1795111200000, 1, '\x5ef5c2179e0bc2373512cb488e0063d05ee985e98d498659e4e83b805ff9bc0b', '\x31df0cec7c5289ef990055f368232d3d6ec02c32d62403477439064dcbfeb21b', 0, 0, '\x42bfc73ca7e56270079fe7afdf20774d30f9b830e4c6d6718bd04a518257a3bd');
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_cozv7r2bmphu', 3, 1795111200000, 1, '\x3076e3ca8b4c2a431afdd1c09ac4d98033f6bf6b1b5e31c178bd734cf102efcb', '\x89c0ba7e3c69ed0fea340b348d694adac77e53cc1cbe6f498ea0b940ee907972', 0, 0, '\x3b15bcff302ed8ee37f0af11edd5dda1ee0079f812ec8d34da52223fa838735d');
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_d5am5ynunv3q', 3, 1795111200000, 1, '\xf1b23dfe5ef7a227e93ef0ec563b1f3383209ee2bb81745728bafb279b08f700', '\xd445724c664df15b9428c78e54a71e87e67e4af6019622fcf8b2b0a4a15ae263', 0, 0, '\x3aa01b22360a4d9d0ce1d7fd611204fc175e83bf053ed459e7b7a4640e11126b');
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_kjdyxjcvvifh', 3, 1795111200000, 1, '\x1f1247825f4b4ce0533456990e083615e0e403401ebc95f1ef7fb437a61004d8', '\x0eda7b66910a03df254a034d54f4d344c5975ee405d294c56dcbe1fddd17da9a', 0, 0, '\x6b3b34de0bc509e8872faa17ddc1fd9fcb4d2778fe8e3695176805d3b46d4f22');
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_ouzxcz7yyugz', 2, 1795111200000, 1, '\x2802c816a8b1c8a4a95462e5ce11f2f529472272253bca2599f5e9bd4324036c', '\x92ca5ca924fc0ef33494e7953a64b46505ea1fc82a99863eefc9c39499b0b0c8', 0, 0, '\xc28a245e080444c43734ac8d1388cdc9bcfee85e128f4eb447e1b3207eb711df');
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_scr3lyidme3l', 8, 1795111200000, 3, '\x3a195aeaa32fa1db120f96dc2d3ff522339b13b1b6fe505b17c1ca84f41ea276', '\xeef4c357ad174398546bb1b79abb0c7fd3cada58a7f035778d78dc3320a2420a', 0, 0, '\x60faae365dc9dce600db98e826025f50eee24d642f158f2cd0960269308ac5a5');
INSERT INTO payslate_1_1_0.ledger_checkpoints VALUES ('key_z6fu3s4nbzd5', 81, 1795111200000, 79, '\x0f93b0b2ac302edbd5c319c222928ce5e478ea3e318f66a3ecd63dbf4d02f50c', '\xc58b0187fa34b527d1d3481a627d937124797963d6ff3b7f87f8e4c88f8cf965', 0, 0, '\x2771c02922bd802aa68a7133d9bbdcf4e5ac7ae85756988232a1dddf75ffe0f0');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '01a2086a4c37QYOZY667ZXS23GICHV4PU7PAGZ.0', 'grant', 'credits added', 250, 0, 1780300800000, 80, '\x7f435820bee5297229b1ca410f1053cd08d84473e077fb0f63492dfadfdae819');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_d5am5ynunv3q', '01a2086a4c39KVOEIRNSH7GQZ35MQSPISKIZ2Z.0', 'debit', 'net', -3, 3, 1780300800000, 2, '\x9d68ff711bac225ca8fc76aae47f4cc11e8537b1eb604832a7d45fd233f1cdd8');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_kjdyxjcvvifh', '01a2086a4c41FUHAGWMP36ISFAIEP3RXST3RMS.0', 'debit', 'trip', -4, 4, 1780300800000, 2, '\xf17a2fbb81556dcf50cb405f08cfd62608879cf0ba6e3f49c79df02e2fa60e3c');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', '01a2086a4c7dCJ5LWUF22IJYO6VWC6G5UNWNTN.0', 'debit', 'net/batch', -60, 60, 1793491199000, 4, '\x3e2456961aa95bcbb65c70d3915f07087bcb07d2feb8c2a32d06808e1e1279c6');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_7uyjcqvjq3nl', '01a2086a4c7eA5O43PRGJJH7CLLFL25XCTXMYH.0', 'debit', 'rates', -5, 5, 1793491199000, 2, '\x60a10f43a752f371047e550d9c69803da243695e825549bf5b63c42647cdb5c7');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', '01a2086a4c802WHAHTPJE5V3HFPXLHIN26CLU6.0', 'refund', 'net/batch', 8, -8, 1793491201000, 5, '\x4b60b7655ef13a8600bd95b2ffa69cea4f7b43a2bf685ee1a2337a0e0ccf1cd7');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', '01a2086a4c89DQBGWTAQCSJZAAXLHUR25ADUID.0', 'debit', 'net/batch', -45, 45, 1794297600000, 6, '\x20d1574f3490ea3596481dd7ff859e27302fd17e9fc7db66e09afb0827e3a225');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', '01a2086a4c8c5QTVL3W3LRINNHUHYUFOF2ZYTJ.0', 'refund', 'net/batch', 5, -5, 1794297600000, 7, '\x45d2ff3c12f4f10f260cde2f381d0d62223f98b5fda95a168654f9bf97d9fc2b');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_cozv7r2bmphu', '01a2086a4c92HYYFPRXUOJM6KL32SY6HE53UOK.0', 'debit', 'trip', -20, 20, 1794297600000, 2, '\x9b9f917554eba89cd0e73c24a92cfcfe9e90d48a85d528c75aa66a797a8a827c');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_7uyjcqvjq3nl', '0314badc-3237-4f9e-a56b-6e4cd04bad2f', 'grant', 'key created', 300, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_cozv7r2bmphu', 'c48718a3-6e79-4877-9b60-97f45b70d4b5', 'grant', 'key created', 20, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_d5am5ynunv3q', '85994dc4-6d4c-4df3-b33c-ef571392e57e', 'grant', 'key created', 50, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_kjdyxjcvvifh', 'e06ca9cf-6f95-44c4-8979-f5e7fce3e087', 'grant', 'key created', 70, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_ouzxcz7yyugz', 'f83227a4-4c5a-471c-92b2-469f64d0f185', 'grant', 'key created', 0, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', '9cd82a70-4f23-4df2-9aa2-cccf96773bba', 'debit', 'net/batch', -20, 20, 1769904000000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', 'ad41ece8-3d17-4710-b060-27bb7babd9e5', 'grant', 'key created', 500, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_scr3lyidme3l', '2ad8a117-acd6-4fd7-969e-b131607c1c82', 'debit', 'net/batch', -20, 20, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '721e18ee-0a03-4ca6-8adf-1bdb09aec6e7', 'refund', 'net', 4, -4, 1769904000000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '20a10964-d566-4373-bbd1-0c5280e8705b', 'debit', 'net', -30, 30, 1772323200000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '0e532f22-cf21-497f-a653-791651e0949f', 'refund', 'net', 2, -2, 1772323200000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '551707ea-73e1-45b8-883e-b32be7d01eea', 'grant', 'key created', 1000, 0, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '0408afd7-3712-49d8-9083-160e642bb397', 'debit', 'net', -34, 34, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '3ef15714-d36e-4260-ab43-99edba016e90', 'debit', 'gross', -3, 3, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', 'ef4646a3-5fa6-4561-89e0-e8c994af069e', 'refund', 'net', 3, -3, 1767225600000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', 'c4176c93-6b5f-4d27-b14b-a2636114ca0d', 'debit', 'gross', -2, 2, 1772323200000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '76681ecd-a144-4b2a-9410-5aaf899e786d', 'debit', 'net', -56, 56, 1769904000000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '3599f86b-5cfa-4e15-9210-073cfdd31065', 'debit', 'gross', -4, 4, 1769904000000, 0, NULL);
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '01a2086a4cd6TP4UTM2WSORFN2ACAA2VMORS7B.0', 'debit', 'net', -1, 1, 1795075201000, 82, '\x05045c030eb49f1281a87364c26a93ac67d17321c79fa9db2c38f55526a93203');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_z6fu3s4nbzd5', '01a2086a4cd8HSN7STGE4GNFXRJ3RGO2J3SXUP.0', 'debit', 'net', -1, 1, 1795175991000, 83, '\x5513b86b72518afbe0b7e15099b849b8af55d238e947adbf6f6ca981517ac3d5');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_7uyjcqvjq3nl', '01a2086a4ce07DDZVYJCZNYYPCM5QN3I2MKUSF.0', 'debit', 'net', -1, 1, 1795175992000, 4, '\xa948d0597b592b6c05a36a2c9890bf29b0adb8b8f155f6326eb26bd2a451f43b');
INSERT INTO payslate_1_1_0.ledger_entries VALUES ('key_7uyjcqvjq3nl', '01a2086a4cf1FXPSXVIMPYNHNEP6SWZK2YK4LT.0', 'debit', 'gross', -1, 1, 1795175993000, 5, '\xb2665e0ce593ceb4c9a890590f121f1a07a4db64dba005ecfe5c348f39ff84ff');
INSERT INTO payslate_1_1_0.ledger_former_secrets VALUES ('\xcb6940dd8b6fee65ba32eee4e5107b3835bce44bf96e686efc0c55026e4ede70', 'key_7uyjcqvjq3nl', 1794384000000);
INSERT INTO payslate_1_1_0.ledger_former_secrets VALUES ('\xaa6127e79ac24c1abba0ca7136f202493bb377c1ad4755431db750615c11e8d7', 'key_7uyjcqvjq3nl', 1795370400000);
INSERT INTO payslate_1_1_0.ledger_idempotency VALUES ('key_z6fu3s4nbzd5', 'over', '\x166cc22ada72c706c74ca84926ca0dc61da5956df110bd4ea87eb5f434a2a655', '7ZTWFQ6CZUPPUHFBPP5MUMME4Z', 1795161601000, 200, '', '\x0cec51bbd38a44c4824e8c8e282e18b7c20df55bfc13622aac230088c56161ff782a363c323657302408290027eec3d877b48cb7400cc1441440cb987b523ad724c444', 1129);
INSERT INTO payslate_1_1_0.ledger_idempotency VALUES ('key_z6fu3s4nbzd5', 'payroll-2026-11', '\xbb28c148f13107f927737ce686d6c03752b9ec17b82f622fc0d93076dafe51c8', 'VDFR5OPN5JPBZV7KSSPNJXTKPF', 1795262391000, 200, '', '\xd04261252db75cd5593f3f5b7cb0e3b7e1e22321071d16cf68bb1e3294ce744d1bf4b3760ff801c66fd61a5a2cb0d0bb414cf542aa59374f63c05874fa023a4f14d462778f5bbc550c9725dc44d15f', 1128);
INSERT INTO payslate_1_1_0.ledger_idempotency VALUES ('key_7uyjcqvjq3nl', 'former', '\xbf5f23354851c8d7eecd0c2467f20a40cb8a47f2f4618b2ee1db24ce3250d267', 'YSSMBVITGIR4VNMGYUTXXNNNGA', 1795262392000, 200, '', '\x18ec237e7d44666bb2eb7ac38f4d782edd79266dd8ac75d1fcd624a8a9bd7d6775faafe70cf75461136e09737430a024ef1ea239d0367057dbce6f706be86debd5e702', 294);
INSERT INTO payslate_1_1_0.ledger_idempotency VALUES ('key_7uyjcqvjq3nl', 'present', '\x7dc8e5e034f1f0522ab0972411b6b1877059f744a5fa215f64804d2dd22efc70', 'EEDFMPM465TGDC4RRKU4YBP536', 1795262393000, 200, '', '\xb7d3564a60da7d5644acc835254446fc7aef8e7dafe69c7396ef3f8a62b4521867f40e58f12508fb44b22fe1fe4972a626ef573db01ff0364bddd1c80e65bcbd53b67da9c2', 293);
INSERT INTO payslate_1_1_0.ledger_idempotency VALUES ('key_scr3lyidme3l', 'running', '\x4794f3e0f3cd38f3e829312f45a932388087d8241684ed9e795585e2313d6e50', 'IH5AJHE7BPRRCZ2AZ73T62VD6K', 1795176004000, 0, '', NULL, 0);
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_kjdyxjcvvifh', '\xbe7f2d61aa9087ca837d09bf96686d7a5ad32de4a9db83a10ee5ca056425c823', '', 1768469760000, 1794297600000, 66, '2026-06-01', 3, '\x6b3b34de0bc509e8872faa17ddc1fd9fcb4d2778fe8e3695176805d3b46d4f22');
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_ouzxcz7yyugz', '\x7c0415a2083a8bf1f8881fc17c7e865c09b7c023cfb69c5929e8387608281d14', 'never used', 1768469820000, NULL, 0, '', 2, '\xc28a245e080444c43734ac8d1388cdc9bcfee85e128f4eb447e1b3207eb711df');
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_scr3lyidme3l', '\x101f75be37b517268306741a2f2a2f77bc796ce6d4fd22cc465c235a00b5aba2', 'Bücher & Co', 1768469520000, NULL, 368, '2026-11-10', 8, '\x60faae365dc9dce600db98e826025f50eee24d642f158f2cd0960269308ac5a5');
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_z6fu3s4nbzd5', '\xdbd0bc17408fd4f8df9b1a2e339912402c6213c8d2999d07be1d530f8d3a5247', 'plain', 1768469460000, NULL, 1128, '2026-11-20', 83, '\x5513b86b72518afbe0b7e15099b849b8af55d238e947adbf6f6ca981517ac3d5');
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_7uyjcqvjq3nl', '\x0a5801a604ba8909d9e175b85dbfca19593ac43a5d3e56133f8511643507f168', 'rotated twice', 1768469580000, NULL, 293, '2026-11-20', 5, '\xb2665e0ce593ceb4c9a890590f121f1a07a4db64dba005ecfe5c348f39ff84ff');
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_cozv7r2bmphu', '\xe29adc98b44a589dfc658660c3e3b8a82be6a04174eb3cef14d229aebbcc3469', 'travel only', 1768469640000, NULL, 0, '2026-11-10', 3, '\x3b15bcff302ed8ee37f0af11edd5dda1ee0079f812ec8d34da52223fa838735d');
INSERT INTO payslate_1_1_0.ledger_keys VALUES ('key_d5am5ynunv3q', '\x68b7f3cb6d08224430c4205f3d95b175807cadb4c25b69e75763de0e6b0307e1', 'expired', 1768469700000, NULL, 47, '2026-06-01', 3, '\x3aa01b22360a4d9d0ce1d7fd611204fc175e83bf053ed459e7b7a4640e11126b');
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_cozv7r2bmphu', 0, 'travel', 0, '', 0, 20, 0);
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_d5am5ynunv3q', 1793491200000, '', 0, '', 0, 50, 0);
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_kjdyxjcvvifh', 0, '', 0, '', 0, 70, 0);
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_ouzxcz7yyugz', 1798761600000, '', 5, '', 0, 0, 0);
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_z6fu3s4nbzd5', 0, '', 0, '', 0, 1130, 0);
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_scr3lyidme3l', 0, '', 100, '2026-11', 40, 500, 0);
INSERT INTO payslate_1_1_0.ledger_limits VALUES ('key_7uyjcqvjq3nl', 0, 'salary,travel', 0, '', 0, 300, 2);
INSERT INTO payslate_1_1_0.ledger_schema VALUES (true, 3);
ALTER TABLE ONLY payslate_1_1_0.ledger_checkpoints
    ADD CONSTRAINT ledger_checkpoints_pkey PRIMARY KEY (key_id, number);
ALTER TABLE ONLY payslate_1_1_0.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (key_id, id);
ALTER TABLE ONLY payslate_1_1_0.ledger_former_secrets
    ADD CONSTRAINT ledger_former_secrets_pkey PRIMARY KEY (secret_hash);
ALTER TABLE ONLY payslate_1_1_0.ledger_idempotency
    ADD CONSTRAINT ledger_idempotency_pkey PRIMARY KEY (key_id, idempotency_key);
ALTER TABLE ONLY payslate_1_1_0.ledger_keys
    ADD CONSTRAINT ledger_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY payslate_1_1_0.ledger_keys
    ADD CONSTRAINT ledger_keys_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY payslate_1_1_0.ledger_limits
    ADD CONSTRAINT ledger_limits_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY payslate_1_1_0.ledger_schema
    ADD CONSTRAINT ledger_schema_pkey PRIMARY KEY (only_row);
CREATE INDEX ledger_entries_by_number ON payslate_1_1_0.ledger_entries USING btree (key_id, number);
CREATE INDEX ledger_idempotency_by_expiry ON payslate_1_1_0.ledger_idempotency USING btree (expires_at);
CREATE TRIGGER ledger_entries_are_kept BEFORE TRUNCATE ON payslate_1_1_0.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION payslate_1_1_0.ledger_entries_stay();
CREATE TRIGGER ledger_entries_stay BEFORE DELETE OR UPDATE ON payslate_1_1_0.ledger_entries FOR EACH ROW EXECUTE FUNCTION payslate_1_1_0.ledger_entries_stay();
ALTER TABLE ONLY payslate_1_1_0.ledger_checkpoints
    ADD CONSTRAINT ledger_checkpoints_key_id_fkey FOREIGN KEY (key_id) REFERENCES payslate_1_1_0.ledger_keys(id);
ALTER TABLE ONLY payslate_1_1_0.ledger_entries
    ADD CONSTRAINT ledger_entries_key_id_fkey FOREIGN KEY (key_id) REFERENCES payslate_1_1_0.ledger_keys(id);
ALTER TABLE ONLY payslate_1_1_0.ledger_former_secrets
    ADD CONSTRAINT ledger_former_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES payslate_1_1_0.ledger_keys(id);
ALTER TABLE ONLY payslate_1_1_0.ledger_idempotency
    ADD CONSTRAINT ledger_idempotency_key_id_fkey FOREIGN KEY (key_id) REFERENCES payslate_1_1_0.ledger_keys(id);
ALTER TABLE ONLY payslate_1_1_0.ledger_limits
    ADD CONSTRAINT ledger_limits_key_id_fkey FOREIGN KEY (key_id) REFERENCES payslate_1_1_0.ledger_keys(id);
